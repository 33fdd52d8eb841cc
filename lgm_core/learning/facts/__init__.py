"""Facts: what sentences state of a subject, in their own words, with dates and other values read."""
