"""Query-driven feedback: facts that a question shows to be missing are looked up in the documents and added."""
