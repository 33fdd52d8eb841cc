"""Query-driven feedback: facts that a question needs and the graph lacks are looked up and added."""
