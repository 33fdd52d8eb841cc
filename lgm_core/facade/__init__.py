"""The facade: one object, `LanguageGraph`, over a module for each task: build, ask, retrieve, export."""
