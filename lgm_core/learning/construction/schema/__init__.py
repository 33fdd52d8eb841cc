"""The schema of a document's graph: which things are kinds of which, which predicates say the same (chapter 10)."""
