"""Facts stated in sentences, their values, descriptions of entities, and groups of predicates."""
