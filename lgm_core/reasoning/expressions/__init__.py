"""Computing and comparing: numbers, units, dates and sets, by rules of our own; nothing that is read is ever run."""
