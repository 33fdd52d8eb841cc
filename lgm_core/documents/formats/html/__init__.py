"""HTML: its tags and texts, what to leave out of a page, tables, and the blocks of the rest."""
