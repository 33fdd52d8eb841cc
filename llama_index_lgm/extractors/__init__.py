"""Extractors for property graphs and ingestion pipelines."""
