"""Pages that show a graph, a document or an answer: each one HTML file with all that it needs."""
