"""The commands of `lgm bench`."""
