"""Facts for a question by the sentences that state them, within a budget of words."""
