"""Graphs as RDF: documents with their sentences, entities and facts as Turtle and JSON-LD, and texts from both."""
