"""Who does what: the predicates of a parsed sentence with their subjects, objects and complements."""
