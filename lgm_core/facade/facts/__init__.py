"""Facts in the facade: how they are learned, imported and shown."""
