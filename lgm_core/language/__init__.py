"""Language: documents into sections, sections into annotated sentences, sentences into concepts."""
