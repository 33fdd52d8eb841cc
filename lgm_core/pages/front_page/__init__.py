"""The pages that lead to others: the front page of a server, and those that say what is wrong."""
