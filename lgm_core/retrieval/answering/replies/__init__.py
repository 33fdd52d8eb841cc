"""Reading the replies of language models: answers in JSON or prose, refusals, marks, and what a model prefers."""
