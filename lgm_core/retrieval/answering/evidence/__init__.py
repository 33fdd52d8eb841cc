"""Evidence as a language model is shown it: numbered in chunks, or under titles in a window."""
