"""Plain text and reStructuredText: lines and paragraphs, headings, tables, and the blocks made of them."""
