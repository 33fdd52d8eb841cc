"""Documents: files and texts become sections of readable text whose every character is traced back to the original."""
