"""German sentences tagged and parsed by hand, and a language backend that knows just these."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.port import AnnotatedSentence, Token

_TAGS = {
    "d": "DET", "a": "ADJ", "n": "NOUN", "p": "PROPN", "v": "VERB", "x": "AUX", "i": "ADP", "c": "CCONJ", "r": "ADV",
    "m": "NUM", "u": "PRON", "t": "PART", ".": "PUNCT",
}  # fmt: skip

WHALES = (
    "Ein/d/ein/2:det Wal/n/Wal/5:nsubj ist/x/sein/5:cop ein/d/ein/5:det Säugetier/n/Säugetier/0:root ././5:punct",
    "Säugetiere/n/Säugetier/2:nsubj atmen/v/atmen/0:root Luft/n/Luft/2:obj ././2:punct",
    "Säugetiere/n/Säugetier/3:nsubj können/x/können/3:aux schwimmen/v/schwimmen/0:root ././3:punct",
    "Die/d/der/2:det Säugetiere/n/Säugetier/3:nsubj flohen/v/fliehen/0:root ././3:punct",
    "Wale/n/Wal/3:nsubj sind/x/sein/3:cop groß/a/groß/0:root ././3:punct",
)
BIKES = (
    "Ein/d/ein/2:det Fahrrad/n/Fahrrad/3:nsubj besteht/v/bestehen/0:root aus/i/aus/6:case einem/d/ein/6:det "
    "Rahmen/n/Rahmen/3:obl und/c/und/9:cc zwei/m/zwei/9:nummod Rädern/n/Rad/6:conj ././3:punct",
    "Das/d/der/2:det Rad/n/Rad/4:nsubj kann/x/können/4:aux rollen/v/rollen/0:root ././4:punct",
    "Das/d/der/2:det Fahrrad/n/Fahrrad/6:nsubj wird/x/werden/6:aux auch/r/auch/6:advmod Velo/n/Velo/6:xcomp "
    "genannt/v/nennen/0:root ././6:punct",
    "Velos/n/Velo/3:nsubj sind/x/sein/3:cop leise/a/leise/0:root ././3:punct",
)


def tagged(words: str, start: int = 0) -> tuple[str, AnnotatedSentence]:
    """Return a text and its sentence from words such as `Wale/n/Wal/3:nsubj`; the parse may be left out."""
    tokens: list[Token] = []
    text = ""
    for part in words.split():
        if part.startswith("./"):
            tokens.append(_token(".", ".", ".", part.rpartition("/")[2], start + len(text)))
            text += "."
            continue
        word, tag, lemma, *parse = part.split("/")
        text += " " if text and word not in {",", "(", ")"} else ""
        tokens.append(_token(word, tag, lemma, parse[0] if parse else "", start + len(text)))
        text += word
    return text, AnnotatedSentence(start, start + len(text), tuple(tokens))


def _token(word: str, tag: str, lemma: str, parse: str, start: int) -> Token:
    head, _, relation = parse.partition(":")
    place = int(head) - 1 if head.isdigit() else -1
    return Token(word, lemma, _TAGS[tag], start, start + len(word), place, relation)


def written(*texts: Sequence[str]) -> str:
    """Return the text of tagged sentences, a line each."""
    return "\n\n".join(tagged(words)[0] for text in texts for words in text)


class TaggedAnnotator:
    """A language backend of the port that annotates the sentences it was given, and nothing else."""

    single_process = True

    def __init__(self, *texts: Sequence[str], language: str = "de", parse: bool = True) -> None:
        self.language = language
        self.recipe = f"by-hand-{language}-1{'-parse' * parse}"
        self._sentences = {tagged(words)[0]: words for text in texts for words in text}
        self._parse = parse

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        """Annotate each text."""
        return [[self._sentence(line, text.index(line)) for line in text.split("\n\n") if line] for text in texts]

    def _sentence(self, line: str, start: int) -> AnnotatedSentence:
        _, sentence = tagged(self._sentences[line], start)
        if self._parse:
            return sentence
        bare = tuple(Token(token.text, token.lemma, token.upos, token.start, token.end) for token in sentence.tokens)
        return AnnotatedSentence(sentence.start, sentence.end, bare)
