"""Language backends over neural pipelines: spaCy and Stanza."""
