"""Files of rows, each a document: JSON Lines and Parquet; and JSON files of one document."""
