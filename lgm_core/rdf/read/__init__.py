"""Reading: from Turtle, N-Triples and JSON-LD to the texts of documents."""
