"""What state a graph is in: what it holds, how large it is, and what of it is out of date."""
