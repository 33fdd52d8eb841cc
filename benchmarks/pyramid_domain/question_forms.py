"""How questions about the domain are worded: by property and direction, over two hops, and outside the schema."""

from __future__ import annotations

__all__ = ["BACKWARD", "COUNTS", "FORWARD", "NOWHERE", "OUTSIDE_FORMS", "SUBCLASSES", "TWO_HOPS", "Form", "Step"]

Step = tuple[str, bool]
"""A property, and whether it is followed from its subject to its object."""

Form = tuple[str, tuple[Step, ...], str]
"""A question about `{s}`, the way from there to the answers, and the class of the answers that it asks for, if any."""

FORWARD: dict[str, tuple[str, ...]] = {
    "operator": (
        "Which company operates {s}?",
        "Who is the operator of {s}?",
        "By which company is {s} operated?",
        "Who runs {s}?",
    ),
    "portOfCall": (
        "Which harbours does {s} call at?",
        "Name the ports of call of {s}.",
        "At which harbours does {s} stop?",
    ),
    "homePort": ("What is the home port of {s}?", "Where is {s} based?", "In which harbour is {s} based?"),
    "builder": ("Who built {s}?", "Which shipyard built {s}?", "Who was {s} constructed by?"),
    "captain": ("Who is the captain of {s}?", "Who commands {s}?", "By whom is {s} commanded?"),
    "launchDate": ("When was {s} launched?", "On what date was {s} launched?", "What is the date of launch of {s}?"),
    "length": ("How long is {s}?", "What is the length of {s}?", "What length does {s} have?"),
    "headquarters": (
        "Where does {s} have its headquarters?",
        "Where is {s} headquartered?",
        "In which harbour are the headquarters of {s}?",
    ),
    "founder": ("Who founded {s}?", "Who was the founder of {s}?", "By whom was {s} founded?"),
    "foundingYear": ("When was {s} founded?", "In which year was {s} established?"),
    "population": (
        "What is the population of {s}?",
        "How many people live on {s}?",
        "How many inhabitants does {s} have?",
    ),
    "birthplace": ("Where was {s} born?", "On which island was {s} born?", "Which island does {s} come from?"),
    "keeper": ("Who keeps {s}?", "Who is the keeper of {s}?", "By whom is {s} tended?"),
    "height": ("How high is {s}?", "What is the height of {s}?"),
    "connects": ("Which harbours does {s} connect?", "What harbours are connected by {s}?"),
    "line": ("On which line does {s} sail?", "Which line does {s} run on?"),
    "island": ("On which island does {s} lie?", "Which island is {s} located on?", "Where is {s} located?"),
}
"""Questions about one hop from a thing, by property."""

BACKWARD: dict[str, tuple[tuple[str, str], ...]] = {
    "operator": (
        ("Which vessels does {s} operate?", ""),
        ("Which ships are operated by {s}?", ""),
        ("Name the vessels run by {s}.", ""),
    ),
    "homePort": (("Which vessels are based in {s}?", ""), ("Which ships have their home port in {s}?", "")),
    "builder": (("Which vessels did {s} build?", ""), ("Which ships were built by {s}?", "")),
    "captain": (("Which vessel does {s} command?", ""), ("Of which ship is {s} the captain?", "")),
    "portOfCall": (("Which vessels call at {s}?", ""), ("Which ships stop at {s}?", "")),
    "island": (
        ("Which harbours lie on {s}?", "Harbour"),
        ("What lighthouses are located on {s}?", "Lighthouse"),
        ("Which shipyards are situated on {s}?", "Shipyard"),
    ),
    "birthplace": (("Which captains were born on {s}?", "Captain"), ("Which merchants come from {s}?", "Merchant")),
    "line": (("Which vessels sail on {s}?", ""), ("What ships run on {s}?", "")),
    "connects": (("Which lines connect {s}?", ""), ("Which routes link {s}?", "")),
    "keeper": (("Which lighthouse does {s} keep?", ""), ("Which lighthouse is tended by {s}?", "")),
    "founder": (("Which company did {s} found?", ""), ("What company was established by {s}?", "")),
}
"""Questions about what leads to a thing, by property, each with the class that it asks for if the property's ends
leave this open."""

TWO_HOPS: tuple[Form, ...] = (
    ("Where is the company that operates {s} headquartered?", (("operator", True), ("headquarters", True)), ""),
    ("Where does the operator of {s} have its headquarters?", (("operator", True), ("headquarters", True)), ""),
    ("Who founded the company that runs {s}?", (("operator", True), ("founder", True)), ""),
    ("When was the operator of {s} founded?", (("operator", True), ("foundingYear", True)), ""),
    ("Where was the captain of {s} born?", (("captain", True), ("birthplace", True)), ""),
    ("Which island does the captain of {s} come from?", (("captain", True), ("birthplace", True)), ""),
    ("On which island does the home port of {s} lie?", (("homePort", True), ("island", True)), ""),
    ("On which island is the shipyard that built {s} located?", (("builder", True), ("island", True)), ""),
    ("What is the population of the island on which {s} lies?", (("island", True), ("population", True)), ""),
    ("On which island was the keeper of {s} born?", (("keeper", True), ("birthplace", True)), ""),
    ("What is the birthplace of the founder of {s}?", (("founder", True), ("birthplace", True)), ""),
    ("Which vessels does the company that {s} founded operate?", (("founder", False), ("operator", False)), ""),
    ("Who operates the ship that {s} commands?", (("captain", False), ("operator", True)), ""),
    ("How long is the ship commanded by {s}?", (("captain", False), ("length", True)), ""),
    ("How many people live on the island where {s} was born?", (("birthplace", True), ("population", True)), ""),
    ("When was the vessel launched whose captain is {s}?", (("captain", False), ("launchDate", True)), ""),
    ("Who keeps the lighthouses that stand on {s}?", (("island", False), ("keeper", True)), ""),
    ("Which companies have their headquarters on {s}?", (("island", False), ("headquarters", False)), ""),
    ("Which harbours does the line on which {s} sails connect?", (("line", True), ("connects", True)), ""),
    ("Who are the captains of the vessels based in {s}?", (("homePort", False), ("captain", True)), ""),
    ("What is the home port of the vessel commanded by {s}?", (("captain", False), ("homePort", True)), ""),
    ("Which shipyard built the ship whose captain is {s}?", (("captain", False), ("builder", True)), ""),
)

COUNTS: tuple[Form, ...] = (
    ("How many vessels does {s} operate?", (("operator", False),), ""),
    ("How many harbours lie on {s}?", (("island", False),), "Harbour"),
    ("How many ferries sail on {s}?", (("line", False),), ""),
    ("How many ships call at {s}?", (("portOfCall", False),), ""),
    ("How many lighthouses are there on {s}?", (("island", False),), "Lighthouse"),
    ("How many captains were born on {s}?", (("birthplace", False),), "Captain"),
    ("How many ships did {s} build?", (("builder", False),), ""),
    ("At how many harbours does {s} call?", (("portOfCall", True),), ""),
)

SUBCLASSES: tuple[Form, ...] = (
    ("Which ferries does {s} operate?", (("operator", False),), "Ferry"),
    ("Which tugs are based in {s}?", (("homePort", False),), "Tug"),
    ("Which car ferries call at {s}?", (("portOfCall", False),), "CarFerry"),
    ("Which cargo ships did {s} build?", (("builder", False),), "CargoShip"),
    ("Name the research vessels operated by {s}.", (("operator", False),), "ResearchVessel"),
    ("What ferries were built by {s}?", (("builder", False),), "Ferry"),
    ("Which trawlers does {s} run?", (("operator", False),), "Trawler"),
)

OUTSIDE_FORMS: dict[str, tuple[tuple[str, bool], ...]] = {
    "painter": (("Who painted {s}?", True), ("By whom was {s} painted?", True), ("Which ship did {s} paint?", False)),
    "christened": (("Who christened {s}?", True), ("Which vessel was christened by {s}?", False)),
    "namedAfter": (("Who was {s} named after?", True), ("Which vessel is named after {s}?", False)),
    "repaired": (("Where was {s} repaired?", True), ("Which shipyard repaired {s}?", True)),
    "designer": (("Who designed {s}?", True), ("Who is the designer of {s}?", True)),
    "insurer": (("Who insures {s}?", True), ("Which company is {s} insured by?", True)),
    "replaced": (("Which ship did {s} replace?", True), ("Which vessel replaced {s}?", False)),
    "harbourMaster": (("Who is the harbour master of {s}?", True), ("Who serves as harbour master of {s}?", True)),
    "dredged": (("Who dredged {s}?", True), ("Which company dredged {s}?", True)),
    "twin": (("Which harbour is {s} twinned with?", True), ("With which harbour is {s} twinned?", True)),
    "spouse": (("Who is {s} married to?", True), ("Whom did {s} marry?", True)),
    "trained": (("Where did {s} train?", True), ("In which harbour was {s} trained?", True)),
}
"""Questions about predicates that the schema lacks, and whether they ask for the object."""

NOWHERE = (
    "Who designed the flag of {s}?",
    "Which bank financed {s}?",
    "How much does a ticket for {s} cost?",
    "Who is the cook of {s}?",
    "What was the price of {s}?",
    "Which orchestra played at the launch of {s}?",
    "What colour is the funnel of {s}?",
    "Who is the chaplain of {s}?",
    "Which newspaper wrote about {s}?",
    "What fuel does {s} burn?",
)
"""Questions about vessels that nothing in the documents answers."""
