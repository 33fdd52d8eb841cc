"""Relations stated in sentences, paragraphs and sections between the things they mention."""
