"""What the packages offer to the world."""

import lgm_core


def test_the_public_surface_is_what_the_readme_says() -> None:
    assert sorted(lgm_core.__all__) == [
        "Answer",
        "AskOptions",
        "Cancelled",
        "Citation",
        "Document",
        "ExtractionOptions",
        "InputError",
        "LGMError",
        "LanguageGraph",
        "LanguageModelError",
        "MissingDependencyError",
        "OpenAIChatModel",
        "RetrievedPassage",
        "RetrievedSentence",
        "SQLiteStore",
        "SchemaVersionError",
        "StoreError",
        "__version__",
    ]
    assert all(getattr(lgm_core, name) for name in lgm_core.__all__)
