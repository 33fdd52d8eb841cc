"""Facts by a language model: asked for in windows of sentences, read from its replies, grounded."""
