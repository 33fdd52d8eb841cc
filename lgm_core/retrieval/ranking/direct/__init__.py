"""What passages say by themselves: their words, phrases and definitions."""
