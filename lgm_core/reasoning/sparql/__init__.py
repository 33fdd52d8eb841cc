"""A graph's conforming facts as RDF, asked in SPARQL: checked, run in a process of their own, cited row by row."""
