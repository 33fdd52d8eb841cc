"""Plain text and reStructuredText."""
