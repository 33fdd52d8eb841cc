"""The page of a graph: its concepts and what leads from one to another, with the sentences that say so."""
