"""Plans without a language model: how English asks, as word tables and readers of question forms."""
