"""Graph stores: the port and its implementations."""
