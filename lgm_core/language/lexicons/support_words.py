"""Words for comparing a statement with sentences that may support it, in English and German.

General vocabulary. Groups contain only words of the same meaning: *founded* and *established*, not *wife* and
*married*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.language.lexicons.denial_words import ENGLISH_DENIALS, GERMAN_DENIALS
from lgm_core.language.lexicons.english_nations import NATIONS
from lgm_core.language.lexicons.english_verb_forms import VERB_OF_FORM

__all__ = ["ENGLISH_SUPPORT", "GERMAN_SUPPORT", "SupportWords"]


@dataclass(frozen=True, slots=True)
class SupportWords:
    """Folded words of one language; without them words are compared by stem, and denials are not recognised.

    Attributes:
        light: words with so little meaning that they need no support.
        equal: groups of words that mean the same.
        nations: countries with their other names and demonyms, as keys of concepts.
        denying: negating words.
        denying_on: negating words that only continue an earlier one, as *nor* after *neither*.
        denying_before: words that negate when followed by a certain word, as *failed* by *to*; by that word.
        denying_endings: negating endings after an apostrophe, as in *didn't*.
        affirming: words after a negation that cancel it, as in *not only*.
        clause_words: words between clauses, which limit the scope of a negation.
        modals: auxiliaries before a verb in its base form.
        passive: auxiliaries of the passive; empty if they do not show who did what.
        agents: words before the agent of a passive.
        genitives: words that show that the word before is a noun, not a verb.
        symmetric: verbs whose subject and object are interchangeable.
        near: groups of words that may replace each other in a statement's topic.
        earlier: words that compare by what was earlier.
        later: words that compare by what was later.
        births: words that compare persons by their births.
        deaths: words that compare persons by their deaths.
        address: forms of address before a name; fewer than titles, since *King County* is not *Orange County*.
        leading: words behind which a question or statement has another thing than it asks about: *the owner of …*.
        nameless: words often written with a capital that name no single thing: parties, offices, formats.
        roles: nouns for a person's role in a thing named in a question.
        opposites: pairs of antonyms.
        lemmas: the lemma of each irregular form.
    """

    light: frozenset[str] = frozenset()
    equal: tuple[tuple[str, ...], ...] = ()
    nations: tuple[tuple[str, ...], ...] = ()
    denying: frozenset[str] = frozenset()
    denying_on: frozenset[str] = frozenset()
    denying_before: Mapping[str, frozenset[str]] = field(default_factory=dict)
    denying_endings: frozenset[str] = frozenset()
    affirming: frozenset[str] = frozenset()
    clause_words: frozenset[str] = frozenset()
    modals: frozenset[str] = frozenset()
    passive: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    genitives: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    near: tuple[tuple[str, ...], ...] = ()
    earlier: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    births: frozenset[str] = frozenset()
    deaths: frozenset[str] = frozenset()
    address: frozenset[str] = frozenset()
    leading: frozenset[str] = frozenset()
    nameless: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    opposites: tuple[tuple[str, ...], ...] = ()
    lemmas: Mapping[str, str] = field(default_factory=dict)

    @property
    def comparing(self) -> frozenset[str]:
        """Return the words that say what is compared, and how."""
        return self.earlier | self.later | self.births | self.deaths


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _groups(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


ENGLISH_SUPPORT = SupportWords(
    light=_words(
        """
became become becomes exist existed exists happen happened happens occur occurred occurs take taken takes took
another amount amounted amounts aren common couldn didn doesn don hadn hasn haven isn mustn shouldn wasn weren wouldn
according accordingly actually additionally answer answers asked based called certain currently different
document documents especially following former formerly found general generally get gets getting give
given gives got however include included includes including indeed information instance kind known like
mainly make makes mean mention mentioned mentions name named namely often per provide provided provides
question refer referred refers respectively said say says sentence sentences sort specifically stated
states text therefore thus type under usually various via well whether within yes
"""
    ),
    equal=_groups(
        """
annual annually year yearly
found founded founder established establish formed set
start started begin began begun beginning starting commence commenced launch launched
end ended finish finished conclude concluded
located situated lies lie stands
buy bought buys purchase purchased acquire acquired
build built construct constructed erected
make made manufacture manufactured produce produced
create created invent invented devise devised
write wrote written author authored
compose composed composer
movie film
allow allowed allows permit permitted permits
require required requires need needed needs must
receive received receives obtain obtained entitled
contain contained contains
use used uses utilise utilize utilized
show shows shown demonstrate demonstrates
big large
kill killed kills slay slain slew
die died dies death dead
born birth birthplace
lead led leads head headed
win won wins victory victorious
earlier sooner before
last final
company firm
people persons inhabitants population
help helps helped aid
release released premiered
employee employees staff worker workers
city town
tv television
rebuild rebuilt reconstruct reconstructed reconstruction restore restored
effect effects impact impacts
main principal chief primary
wrong incorrect mistaken erroneous
supervise supervises supervised oversee oversees oversaw
rich wealthy affluent
buy purchase acquire
begin commence
fix fixed repair repaired mend mended
error errors fault faults mistake mistakes
delete deletes deleted remove removes removed erase erased
send sends sent transmit transmits transmitted
choose chose chosen select selects selected
physician doctor
medicine medicines medication medications drug drugs
illness disease sickness
contract contracts agreement agreements
tenant tenants lessee lessees
landlord lessor
lawyer lawyers attorney attorneys
child children kid kids
car cars automobile automobiles
close closed closes shut shuts
switch switched switches turn turned turns
raise raised raises increase increased increases
lower lowered lowers reduce reduced reduces decrease decreased decreases
pay paid pays borne bear
oppose opposed opposes against
cancel cancelled cancels terminate terminated terminates
inform informed informs notify notified notifies
check checked checks verify verified verifies inspect inspected inspects
happen occur
assist assisted assists
attempt attempted try tried tries
demand demanded demands
prevent prevented prevents avoid avoided avoids
injure injured injures hurt
danger dangerous hazard hazardous
fast quick quickly rapid rapidly
map mapped maps chart charted charts
administration government
""",
    ),
    nations=NATIONS,
    address=_words("dr miss mr mrs ms prof professor sir"),
    leading=_words("of that where which who whose"),
    nameless=_words(
        """
agreement board borrower buyer company corporation customer director directors employee employees employer group
landlord lender licensee licensor management party registrant seller subsidiary supplier tenant
ai ceo cfo coo cpu csv cto cv dna faq gps gpu hr html id json led pc pdf pin sms sql tv url usb vat vip wifi xml
"""
    ),
    denying=ENGLISH_DENIALS.full,
    denying_on=_words("nor"),
    denying_before={
        "to": _words("fail fails failed failing refuse refuses refused refusing decline declines declined declining"),
        "from": _words("exempt exempted refrain refrains refrained"),
    },
    denying_endings=_words("t"),
    affirming=_words("only just merely necessarily until later less fewer more"),
    clause_words=_words(
        "and or but although though while whereas however yet who which that because since so unless if when"
    ),
    modals=_words("may can must will shall should could would might"),
    passive=_words("is are was were be been being"),
    agents=_words("by"),
    genitives=_words("of for and or"),
    near=_groups(
        """
father mother son daughter child children parent parents grandfather grandmother grandson granddaughter grandchild
wife husband spouse married father mother son daughter child stepchild stepson stepdaughter stepfather stepmother
brother sister sibling uncle aunt nephew niece cousin father mother son daughter
wife husband spouse married law
both share shared same
born birth birthday birthdate
sing sang sung singer perform performed performer song
win won wins champion champions victory beat defeated defeat
live lives lived reside resides resided resident located county city
descend descended descendant ancestor ancestry ethnic
forbid forbidden prohibit prohibited banned ban illegal
give gave surrender surrendered yield yielded
fear feared fearful afraid
replace replaced replaces change changed changes
cost costs price fee pay paid
"""
    ),
    earlier=_words("first earlier earliest older oldest elder eldest before sooner"),
    later=_words("later latest last recently newer newest younger youngest after"),
    births=_words("born birth birthday birthdate older oldest elder eldest younger youngest"),
    deaths=_words("died death dies die dead"),
    roles=_words("director directors composer performer author writer producer founder creator singer editor"),
    symmetric=_words("married marries marry met meets equals resembles borders bordered fought faced played"),
    opposites=_groups(
        """
first last
before after
earlier later
early late
most least
most fewest
more fewer
more less
largest smallest
biggest smallest
larger smaller
bigger smaller
greater smaller
greatest least
highest lowest
higher lower
high low
longest shortest
longer shorter
oldest youngest
older younger
oldest newest
best worst
better worse
heavier lighter
faster slower
wider narrower
stronger weaker
strong weak
rich poor
deep shallow
thick thin
hot cold
wet dry
upper lower
above below
inside outside
inner outer
internal external
indoor outdoor
north south
northern southern
northeast southwest
northwest southeast
east west
eastern western
same different
similar different
male female
maternal paternal
private public
major minor
minimum maximum
minimal maximal
increase decrease
increases decreases
increased decreased
increasing decreasing
rise decline
active inactive
legal illegal
lawful unlawful
possible impossible
necessary unnecessary
successful unsuccessful
complete incomplete
stable unstable
reversible irreversible
safe unsafe
voluntary mandatory
optional mandatory
optional required
permanent temporary
former future
ancient modern
rural urban
domestic foreign
enable disable
enabled disabled
encrypted unencrypted
include exclude
includes excludes
included excluded
accept reject
accepts rejects
accepted rejected
permitted prohibited
allowed forbidden
allowed prohibited
import export
imports exports
positive negative
acidic alkaline
sender recipient
buyer seller
lender borrower
employer employee
winner loser
"""
    ),
    lemmas=VERB_OF_FORM,
)

GERMAN_SUPPORT = SupportWords(
    leading=_words("von dessen deren"),
    light=_words(
        "antwort beispielsweise dokument frage gemass genannt heisst insbesondere laut namlich pro sowie text"
    ),
    equal=_groups(
        """
grunden gegrundet grundete grunder grundung
beginnen begann begonnen beginn start gestartet
enden endete ende beendet
bauen gebaut baute errichtet
film spielfilm
sterben starb gestorben tod
geboren geburt geburtsort
""",
    ),
    denying=GERMAN_DENIALS.full,
    affirming=_words("nur"),
    clause_words=_words("und oder aber obwohl wahrend jedoch der die das weil da wenn dass"),
)
