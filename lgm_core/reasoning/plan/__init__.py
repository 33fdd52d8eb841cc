"""The language of plans: its words as data, reading, writing and checking."""
