"""What has changed since the base of an index was built."""
