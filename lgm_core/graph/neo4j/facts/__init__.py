"""Facts, profiles and additions in this store."""
