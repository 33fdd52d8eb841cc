"""Markdown: its blocks, and the markup inside a paragraph."""
