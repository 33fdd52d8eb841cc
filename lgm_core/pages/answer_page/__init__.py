"""The pages of an answer, and of a retrieval: what was found for a question, and why."""
