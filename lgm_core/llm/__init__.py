"""Language models: the port, the OpenAI-compatible client, reply parsing and the reply cache."""
