"""Executing a plan: rows of bindings, and what each step did."""
