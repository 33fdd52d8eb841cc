"""Sentences tagged by hand, so that tests of patterns do not depend on a tagger."""

from lgm_core.language.port import AnnotatedSentence, CoreferenceMark, Token

_TAGS = {"d": "DET", "a": "ADJ", "n": "NOUN", "p": "PROPN", "v": "VERB", "x": "AUX", "i": "ADP", "c": "CCONJ"} | {
    "r": "ADV", "m": "NUM", "u": "PRON", "t": "PART", ".": "PUNCT",
}  # fmt: skip


def tagged(words: str, *, marks: dict[str, str] | None = None) -> tuple[str, AnnotatedSentence]:
    """Return a text and its sentence from words such as `Apples/n are/x fruit/n`.

    A lemma may follow (`made/v/make`); `marks` says what a pronoun, by its word, refers to.
    """
    tokens: list[Token] = []
    text = ""
    for part in words.split():
        word, tag, *lemma = part.split("/")
        start = len(text)
        text += word
        tokens.append(Token(word, lemma[0] if lemma else word.lower(), _TAGS[tag], start, len(text)))
        text += " "
    references = tuple(
        CoreferenceMark(token.start, token.end, (marks[token.text],)) for token in tokens if token.text in (marks or {})
    )
    return text.rstrip(), AnnotatedSentence(0, len(text) - 1, tuple(tokens), references)
