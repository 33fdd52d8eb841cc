"""The methods that the benchmark compares: ways to retrieve, and ways to ask."""
