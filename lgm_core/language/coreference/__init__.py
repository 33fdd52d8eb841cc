"""Coreference in English: the antecedents of pronouns and descriptions."""
