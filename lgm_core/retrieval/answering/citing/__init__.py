"""Citing: the sentences that an answer names, checked, and those that state it when it names none."""
