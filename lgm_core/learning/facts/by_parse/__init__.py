"""Facts from the parse of sentences, without a language model."""
