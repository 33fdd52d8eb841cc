"""Showing what a graph holds and finds, as pages."""
