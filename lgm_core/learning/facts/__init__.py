"""Facts: statements of sentences about a subject, in their own words, with dates and other values parsed."""
