"""A language model that answers from a recorded graph, so that all stages run on what a real model knew."""
