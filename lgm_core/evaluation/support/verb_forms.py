"""Forms of English verbs, to write statements with."""

from __future__ import annotations

__all__ = ["participle", "past", "third_person"]

_IRREGULAR = {
    row.split()[0]: (row.split()[1], row.split()[-1])
    for row in (
        "be was been,become became become,begin began begun,bind bound,bite bit bitten,blow blew blown,"
        "break broke broken,bring brought,build built,buy bought,catch caught,choose chose chosen,come came come,"
        "cost cost,cut cut,deal dealt,do did done,draw drew drawn,drive drove driven,eat ate eaten,fall fell fallen,"
        "feed fed,feel felt,fight fought,find found,fly flew flown,forbid forbade forbidden,forget forgot forgotten,"
        "get got,give gave given,go went gone,grow grew grown,have had,hear heard,hide hid hidden,hit hit,hold held,"
        "hurt hurt,keep kept,know knew known,lay laid,lead led,leave left,lend lent,let let,lie lay lain,lose lost,"
        "make made,mean meant,meet met,pay paid,put put,read read,ride rode ridden,ring rang rung,rise rose risen,"
        "run ran run,say said,see saw seen,seek sought,sell sold,send sent,set set,shake shook shaken,shoot shot,"
        "show showed shown,shut shut,sing sang sung,sink sank sunk,sit sat,slay slew slain,sleep slept,speak spoke "
        "spoken,spend spent,spread spread,stand stood,steal stole stolen,stick stuck,strike struck,swear swore sworn,"
        "swim swam swum,take took taken,teach taught,tear tore torn,tell told,think thought,throw threw thrown,"
        "understand understood,wear wore worn,win won,withdraw withdrew withdrawn,write wrote written,beat beat beaten,"
        "undergo underwent undergone,overcome overcame overcome,bear bore born,refer referred,occur occurred,"
        "control controlled,permit permitted,transfer transferred,compel compelled,admit admitted,prefer preferred,"
        "commit committed,omit omitted,expel expelled,format formatted,light lit,quit quit,shed shed,split split,"
        "swing swung,weave wove woven,wind wound,arise arose arisen,freeze froze frozen,hang hung,retake retook retaken"
    ).split(",")
}
"""Past tense and participle by lemma."""

_VOWELS = "aeiou"


def past(lemma: str) -> str:
    """Return the past tense of a verb."""
    return _IRREGULAR[lemma][0] if lemma in _IRREGULAR else _regular(lemma)


def participle(lemma: str) -> str:
    """Return the past participle of a verb."""
    return _IRREGULAR[lemma][1] if lemma in _IRREGULAR else _regular(lemma)


def third_person(lemma: str) -> str:
    """Return the third person singular of the present of a verb."""
    if lemma in {"be", "have", "do", "go"}:
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS else f"{lemma}s"


def _regular(lemma: str) -> str:
    if lemma.endswith("e"):
        return f"{lemma}d"
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        return f"{lemma[:-1]}ied"
    is_short = len(lemma) <= 4 and len(lemma) > 2 and sum(letter in _VOWELS for letter in lemma) == 1
    if is_short and lemma[-1] not in "wxysh" + _VOWELS and lemma[-2] in _VOWELS:
        return f"{lemma}{lemma[-1]}ed"  # stop, ban
    return f"{lemma}ed"
