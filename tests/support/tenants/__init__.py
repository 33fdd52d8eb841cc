"""Documents of several tenants drawn by chance, and every call that takes a filter."""
