"""English nouns that follow *to be* without naming a class: substances, colours, states, places, judgements."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words

MATERIALS = words(
    "acrylic alabaster aluminium aluminum asbestos ash ashlar asphalt bamboo beech bone brass brick bronze canvas "
    "cardboard carbon cardboard cedar cement ceramic chalk chrome clay cloth coal cobalt concrete copper coral cork "
    "cotton crystal denim diamond earthenware ebony elm enamel fabric felt fibreglass fiberglass fleece flint foam "
    "gauze glass gold granite graphite gravel gunmetal gypsum hardwood hemp horn ice iron ivory jade jute lace latex "
    "lead leather limestone linen linoleum mahogany maple marble masonry metal mica mohair mud nickel nylon oak "
    "obsidian paper parchment pewter pine plaster plastic platinum plywood polyester polythene porcelain pvc quartz "
    "rayon resin rubber sand sandstone satin silicon silicone silk silver slate softwood spruce steel stone stoneware "
    "straw stucco suede tar teak terracotta thatch tile timber tin titanium tungsten tweed varnish velvet vinyl walnut "
    "wax wicker wood wool zinc"
)
"""Materials: *The hull is steel* names no class of hulls, while *Steel is a metal* does name one of steel."""
COLLECTIVE_CLASSES = words(
    "aircraft baggage bison cattle clothing crockery currency cutlery deer equipment fish food footwear freeware "
    "fruit furniture game hardware headgear hovercraft jewellery jewelry livestock luggage machinery malware "
    "medication medicine merchandise music offspring people personnel police poultry prey produce salmon seafood "
    "series sheep shellfish software spacecraft species sportswear spyware stationery swine trout underwear vermin "
    "watercraft weaponry wildlife"
)
"""Nouns without a plural form for classes of countable things: *Chairs are furniture*."""
_COLOURS = words(
    "amber aqua azure beige black blue brown burgundy buff cerise charcoal cream crimson cyan emerald fawn fuchsia "
    "green grey gray indigo khaki lavender lilac magenta maroon mauve navy ochre olive orange peach pink purple red "
    "rose ruby russet rust salmon scarlet sepia tan taupe teal turquoise ultramarine vermilion violet white yellow"
)
_STATES = words(
    "abstract adult airborne alive asleep autopilot awake backup bankrupt diesel downhill empty female first-rate fit "
    "freehand freelance full-time idle infant juvenile leasehold loose male manual mint neutral offline online "
    "open-air overdue part-time portable prime rental retail secondhand shut solo spare standard standby stock "
    "surplus teenage upright vintage waterproof wholesale"
)
_WHEREABOUTS = words(
    "abroad aboard above ahead ashore backstage below downhill downriver downstairs downstream downtown downwind "
    "indoors inland inside midtown midway nearby northbound offshore onshore outback outdoors outside overhead "
    "overseas seaside southbound underfoot underground underwater uphill upriver upstairs upstream uptown upwind "
    "waterfront dawn dusk midday midnight noon sundown sunrise sunset"
)
_PEOPLES = words(
    "african american arab asian australian austrian belgian brazilian british bulgarian canadian chinese croatian "
    "czech danish dutch egyptian english european finnish french german greek hungarian indian indonesian iranian "
    "irish israeli italian japanese korean mexican nigerian norwegian pakistani polish portuguese romanian russian "
    "scottish serbian spanish swedish swiss thai turkish ukrainian vietnamese welsh"
)
_BELIEFS = words("atheist buddhist catholic christian hindu jewish muslim orthodox protestant secular sunni")
PREDICATIVES = _COLOURS | _STATES | _WHEREABOUTS | _PEOPLES | _BELIEFS
"""Words that a tagger may mistake for nouns, and that without an article say how or where something is."""
JUDGEMENTS = words(
    "bargain blessing bore bother breeze coincidence delight disappointment disgrace embarrassment flop fun hassle "
    "joke joy laughing-stock letdown luxury mess must must-have must-see nightmare nonsense nuisance obstacle pity "
    "pleasure plus privilege rarity regret relief reminder setback shame shock success surprise treat triumph upset "
    "wonder worry"
)
"""Opinions: *The pier is a must*."""
RELATIVE = words(
    "acre age aim amount answer backbone base basis bulk cause centerpiece centrepiece choice color colour "
    "consequence contestant cornerstone cost culmination culprit eastern effect envy epitome essence evidence "
    "exception explanation factor favorite favourite finalist focus goal guest half hallmark heart highlight hope "
    "hurdle idea issue key keystone loser majority matter meaning minority moral motivation nominee northern "
    "objective onlooker opposite outcome owner parent passenger percentage place point preference price pride "
    "priority proof proportion purpose quarter question recipient remainder rest root runner-up secret size solution "
    "southern start suspect testament third topic trouble truth underdog upshot western winner"
)
"""Relative to something else, in amount, or on one occasion: *Sleep is the answer*."""
MEASURES = words(
    "bushel centimeter centimetre cm dollar euro ft gallon gram hectare inch kg kilo kilogram kilometer kilometre "
    "kilowatt km lb liter litre meter metre mg mile milligram millilitre millimeter millimetre ml mm mph ounce percent "
    "quart ton tonne watt"
)
"""Units, which measure an amount: they are not parts, and not classes except of units."""
ADJECTIVE_ENDINGS = ("est", "less", "like", "ous")
NOT_ADJECTIVES = words(
    "arrest behest breast bequest chest conquest contest crest digest dislike forest guest harvest inquest interest "
    "jest nest palimpsest pest priest protest quest rainforest request tempest test vest zest"
)
"""Nouns with an ending of ADJECTIVE_ENDINGS; all other words with it are adjectives: *Vostok is the coldest of all*."""
