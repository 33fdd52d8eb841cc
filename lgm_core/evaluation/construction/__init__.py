"""The graph of one document, measured beside graphs that language models gave in a published pipeline."""
