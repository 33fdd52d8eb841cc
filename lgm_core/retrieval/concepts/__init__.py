"""Concepts at question time: linking, neighbourhood, statements and explanations."""
