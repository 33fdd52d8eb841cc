"""PDF: the text of a file, the layout of its pages, running heads and page numbers."""
