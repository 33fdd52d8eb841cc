"""The index as files and blobs: arrays that are mapped into memory, and where they are kept."""
