"""Irregular forms of English verbs."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["IRREGULAR_VERBS", "VERB_OF_FORM"]

IRREGULAR_VERBS = {
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

_OTHER_WORDS = frozenset("found left felt lay bore born fell wound read lit cut let set put quit".split())
"""Forms that are more often another word, or equal to their lemma."""

VERB_OF_FORM: Mapping[str, str] = {
    form: lemma for lemma, forms in IRREGULAR_VERBS.items() for form in forms if form not in _OTHER_WORDS
}
"""The lemma by past tense and participle."""
