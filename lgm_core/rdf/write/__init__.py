"""Writing: from graphs of documents to resources, and from these to Turtle and JSON-LD."""
