"""What documents state, for property graphs of a host's own."""
