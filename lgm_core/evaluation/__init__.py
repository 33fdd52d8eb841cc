"""Evaluation: data sets, metrics and the benchmarks behind `lgm bench`."""
