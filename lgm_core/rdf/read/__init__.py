"""Reading: from Turtle, N-Triples and JSON-LD to graphs of documents, or to their texts."""
