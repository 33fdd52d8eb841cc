"""Facts by the parse of sentences, without a language model."""
