"""Relations that sentences, paragraphs and sections state among the things they mention."""
