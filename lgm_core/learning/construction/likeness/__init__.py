"""How alike texts are: vectors with or without a model, thresholds that fit them, groups of what is alike."""
