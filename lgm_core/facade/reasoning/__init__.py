"""Reasoning by logical forms, as methods of `LanguageGraph`."""
