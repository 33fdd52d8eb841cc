"""Values in texts: dates of any precision, life spans, numbers in digits and words, quantities."""
