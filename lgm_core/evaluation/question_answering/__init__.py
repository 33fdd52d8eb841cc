"""The benchmark of answers (`lgm bench qa`): several methods answer the same questions with one language model."""
