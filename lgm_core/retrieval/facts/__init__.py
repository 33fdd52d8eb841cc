"""Facts for a question, and the sentences that give them back their context."""
