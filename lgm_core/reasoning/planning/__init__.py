"""Planning: from a question to a plan, by rules of language or by a language model."""
