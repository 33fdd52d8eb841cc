"""Parsing English: dependencies of Universal Dependencies, by a transition-based perceptron."""
