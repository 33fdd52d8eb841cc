"""Text whose sentences are given: a sentence a line, a blank line between paragraphs, `#` before headings."""
