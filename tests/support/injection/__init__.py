"""Documents that give orders to language models, models that obey them, and every path on which a model is asked."""
