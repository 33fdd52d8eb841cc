"""Language: splits texts into annotated sentences, and sentences into noun phrases, concepts and clauses."""
