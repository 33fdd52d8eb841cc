"""What a domain knows: its schema, in files and in RDF, and which facts conform to it (KAG, 2.2.3; PolyRAG)."""
