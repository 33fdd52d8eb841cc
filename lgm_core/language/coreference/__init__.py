"""Coreference in English: which earlier names pronouns and descriptions refer to."""
