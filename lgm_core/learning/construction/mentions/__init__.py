"""What a document mentions: asked of a language model, or read from its phrases."""
