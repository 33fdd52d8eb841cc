"""Relations between the things of a sentence without a language model: from its phrases, verbs and prepositions."""
