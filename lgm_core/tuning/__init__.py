"""What a language model is tuned with: rows made from a graph, and rewards that the graph gives."""
