"""Documents: files and texts become sections of readable text, with every character traced back to the original."""
