"""A graph goes out and comes in: exports, imports, and the texts of documents that RDF holds."""
