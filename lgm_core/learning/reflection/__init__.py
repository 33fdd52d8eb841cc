"""Reflection (paper section 3.2.3): a language model judges relations."""
