"""What only the document as a whole shows: what it is about, and relations that no part of it states alone."""
