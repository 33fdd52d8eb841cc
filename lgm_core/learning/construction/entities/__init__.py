"""Entities: which mentions of a document are of one thing, and what each thing is (chapter 7 of the thesis)."""
