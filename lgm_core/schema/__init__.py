"""What a domain knows: schemas in files and in RDF, and which facts conform to one (KAG, section 2.2.3; PolyRAG)."""
