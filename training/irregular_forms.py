"""Irregular English forms, written down from general knowledge, so that the lexicon does not depend on the treebank."""

from __future__ import annotations

# base past participle (a slash separates variants)
_VERBS = """
arise arose arisen; awake awoke awoken; bear bore borne/born; beat beat beaten; become became become; befall
befell befallen; begin began begun; behold beheld beheld; bend bent bent; beset beset beset; bet bet bet; bid
bid/bade bid/bidden; bind bound bound; bite bit bitten; bleed bled bled; blow blew blown; break broke broken;
breed bred bred; bring brought brought; broadcast broadcast broadcast; build built built; burn burnt burnt;
burst burst burst; buy bought bought; cast cast cast; catch caught caught; choose chose chosen; cling clung
clung; come came come; cost cost cost; creep crept crept; cut cut cut; deal dealt dealt; dig dug dug; dive dove
dived; do did done; draw drew drawn; dream dreamt dreamt; drink drank drunk; drive drove driven; dwell dwelt
dwelt; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt; fight fought fought; find found found;
flee fled fled; fling flung flung; fly flew flown; forbid forbade forbidden; forecast forecast forecast; foresee
foresaw foreseen; forget forgot forgotten; forgive forgave forgiven; forgo forwent forgone; forsake forsook
forsaken; freeze froze frozen; get got gotten/got; give gave given; go went gone; grind ground ground; grow grew
grown; hang hung hung; have had had; hear heard heard; hide hid hidden; hit hit hit; hold held held; hurt hurt
hurt; keep kept kept; kneel knelt knelt; knit knit knit; know knew known; lay laid laid; lead led led; leap
leapt leapt; learn learnt learnt; leave left left; lend lent lent; let let let; lie lay lain; light lit lit;
lose lost lost; make made made; mean meant meant; meet met met; mislead misled misled; mistake mistook mistaken;
misunderstand misunderstood misunderstood; offset offset offset; outdo outdid outdone; overcome overcame
overcome; overhear overheard overheard; override overrode overridden; overrun overran overrun; oversee oversaw
overseen; overtake overtook overtaken; overthrow overthrew overthrown; partake partook partaken; pay paid paid;
plead pled pled; prove proved proven; put put put; quit quit quit; read read read; rebuild rebuilt rebuilt; redo
redid redone; repay repaid repaid; reset reset reset; rewrite rewrote rewritten; rid rid rid; ride rode ridden;
ring rang rung; rise rose risen; run ran run; say said said; see saw seen; seek sought sought; sell sold sold;
send sent sent; set set set; sew sewed sewn; shake shook shaken; shed shed shed; shine shone shone; shoot shot
shot; show showed shown; shrink shrank shrunk; shut shut shut; sing sang sung; sink sank sunk; sit sat sat; slay
slew slain; sleep slept slept; slide slid slid; sling slung slung; slit slit slit; smell smelt smelt; sow sowed
sown; speak spoke spoken; speed sped sped; spell spelt spelt; spend spent spent; spill spilt spilt; spin spun
spun; spit spat spat; split split split; spoil spoilt spoilt; spread spread spread; spring sprang sprung; stand
stood stood; steal stole stolen; stick stuck stuck; sting stung stung; stink stank stunk; stride strode
stridden; strike struck struck/stricken; string strung strung; strive strove striven; swear swore sworn; sweep
swept swept; swell swelled swollen; swim swam swum; swing swung swung; take took taken; teach taught taught;
tear tore torn; tell told told; think thought thought; thrive throve thriven; throw threw thrown; thrust thrust
thrust; tread trod trodden; undergo underwent undergone; understand understood understood; undertake undertook
undertaken; undo undid undone; uphold upheld upheld; upset upset upset; wake woke woken; wear wore worn; weave
wove woven; weep wept wept; wet wet wet; win won won; wind wound wound; withdraw withdrew withdrawn; withhold
withheld withheld; withstand withstood withstood; wring wrung wrung; write wrote written
"""
_NOUNS = """
man men; woman women; child children; person people; foot feet; tooth teeth; goose geese; mouse mice; louse
lice; ox oxen; die dice; gentleman gentlemen; fisherman fishermen; policeman policemen; policewoman policewomen;
businessman businessmen; businesswoman businesswomen; chairman chairmen; congressman congressmen; spokesman
spokesmen; spokeswoman spokeswomen; salesman salesmen; fireman firemen; craftsman craftsmen; nobleman noblemen;
statesman statesmen; sportsman sportsmen; horseman horsemen; cameraman cameramen; clergyman clergymen;
countryman countrymen; cavalryman cavalrymen; gunman gunmen; leaf leaves; life lives; knife knives; wife wives;
half halves; calf calves; shelf shelves; wolf wolves; loaf loaves; thief thieves; self selves; elf elves; scarf
scarves; hoof hooves; midwife midwives; housewife housewives; sheaf sheaves; bookshelf bookshelves; analysis
analyses; axis axes; basis bases; crisis crises; diagnosis diagnoses; ellipsis ellipses; hypothesis hypotheses;
oasis oases; parenthesis parentheses; synthesis syntheses; thesis theses; metamorphosis metamorphoses; neurosis
neuroses; criterion criteria; phenomenon phenomena; automaton automata; bacterium bacteria; curriculum
curricula; medium media; memorandum memoranda; stratum strata; spectrum spectra; millennium millennia; symposium
symposia; ovum ova; erratum errata; alumnus alumni; cactus cacti; focus foci; fungus fungi; nucleus nuclei;
radius radii; stimulus stimuli; syllabus syllabi; locus loci; genus genera; corpus corpora; bacillus bacilli;
terminus termini; larva larvae; alga algae; antenna antennae; formula formulae; vertebra vertebrae; nebula
nebulae; alumna alumnae; supernova supernovae; appendix appendices; index indices; matrix matrices; vertex
vertices; vortex vortices; codex codices; cortex cortices; helix helices; plateau plateaux; chateau chateaux;
bureau bureaux; bus buses; gas gases; lens lenses; virus viruses; campus campuses; bonus bonuses; status
statuses; census censuses; chorus choruses; circus circuses; iris irises; atlas atlases; canvas canvases; alias
aliases; bias biases; walrus walruses; octopus octopuses; quiz quizzes; bureaucracy bureaucracies; movie movies;
cookie cookies; zombie zombies; calorie calories; pie pies; tie ties; lie lies; birdie birdies; rookie rookies;
genie genies; prairie prairies; selfie selfies; potato potatoes; tomato tomatoes; hero heroes; echo echoes; veto
vetoes; volcano volcanoes; shoe shoes; toe toes; canoe canoes; foe foes; ache aches; headache headaches; cache
caches; niche niches; avalanche avalanches; moustache moustaches; axe axes; deluxe deluxes
"""
_INVARIANT = """
series species means headquarters news mathematics physics economics politics ethics athletics linguistics
statistics genetics barracks crossroads gallows innings shambles chassis corps rendezvous pants trousers jeans
scissors glasses binoculars clothes thanks outskirts surroundings premises proceeds remains arms customs savings
earnings belongings whereabouts congratulations diabetes rabies measles mumps lens gas bus lotus virus census
status focus bonus chaos cosmos asbestos bias canvas atlas alias pancreas Christmas kudos pathos ethos logos
thermos always perhaps plus versus rhinoceros tennis basis crisis analysis
"""
_GRADED = """
good better best; well better best; bad worse worst; badly worse worst; far farther farthest; far further
furthest; little less least; much more most; many more most; old elder eldest; big bigger biggest; hot hotter
hottest; early earlier earliest; late later latest; large larger largest; great greater greatest; high higher
highest; low lower lowest; long longer longest; short shorter shortest; small smaller smallest; young younger
youngest; new newer newest; strong stronger strongest; weak weaker weakest; close closer closest; near nearer
nearest; deep deeper deepest; wide wider widest; broad broader broadest; rich richer richest; poor poorer
poorest; fast faster fastest; slow slower slowest; hard harder hardest; soft softer softest; easy easier
easiest; simple simpler simplest; light lighter lightest; heavy heavier heaviest; dark darker darkest; bright
brighter brightest; cold colder coldest; warm warmer warmest; cheap cheaper cheapest; safe safer safest; clear
clearer clearest; clean cleaner cleanest; happy happier happiest; busy busier busiest; wealthy wealthier
wealthiest; healthy healthier healthiest; fine finer finest; nice nicer nicest; tall taller tallest; thin
thinner thinnest; thick thicker thickest; tight tighter tightest; loud louder loudest; quick quicker quickest;
smart smarter smartest; sharp sharper sharpest; tough tougher toughest; rough rougher roughest; fresh fresher
freshest; wise wiser wisest; brave braver bravest; rare rarer rarest
"""


def _triples(table: str) -> list[tuple[str, ...]]:
    return [tuple(entry.split()) for entry in table.replace("\n", " ").split(";") if entry.strip()]


def _verbs() -> dict[str, str]:
    return {form: base for base, *forms in _triples(_VERBS) for slot in forms for form in slot.split("/")}


def _nouns() -> dict[str, str]:
    forms = {word.lower(): word.lower() for word in _INVARIANT.split()}
    return forms | {plural: singular for singular, plural in _triples(_NOUNS)}


def _graded(tag: str) -> dict[str, str]:
    forms = {form: base for base, *forms in _triples(_GRADED) for form in forms}
    adverbs = {"better": "well", "best": "well", "worse": "badly", "worst": "badly"}
    return forms | (adverbs if tag == "ADV" else {"better": "good", "best": "good", "worse": "bad", "worst": "bad"})


IRREGULAR: dict[str, dict[str, str]] = {
    "VERB": _verbs() | {"found": "find", "lay": "lay", "wound": "wound", "ground": "ground", "bound": "bind"},
    "NOUN": _nouns(),
    "ADJ": _graded("ADJ"),
    "ADV": _graded("ADV"),
}
"""Lemmas by tag and inflected form; the treebank's own choices override them."""
