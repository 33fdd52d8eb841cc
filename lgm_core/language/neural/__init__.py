"""Language backends using neural pipelines: spaCy and Stanza."""
