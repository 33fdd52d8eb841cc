"""A schema of a service office, with every part that a schema has."""

from lgm_core.schema.schema_file import parse_schema

OFFICE = """domain = "office"
base = "https://example.org/office#"

[[class]]
name = "Service"
labels = ["service", "Dienst"]
description = "What the office does."

[[class]]
name = "Permit"
parents = ["Service"]

[[class]]
name = "Hearing"
kind = "event"

[[class]]
name = "Form"
kind = "document"
iri = "https://forms.example.org/F1"

[[class]]
name = "HardWaste"
labels = ["hard waste", "bulky \\"waste\\""]
kind = "concept"

[[class]]
name = "Sofa"
parents = ["HardWaste"]
kind = "concept"
status = "proposed"
origin = "graph"

[[property]]
name = "fee"
labels = ["costs"]
domain = "Service"
range = "quantity EUR 0..500"

[[property]]
name = "needs"
labels = ["requires", "needs"]
domain = "Service|Hearing"
range = "Form|Permit"
inverse = "neededBy"

[[property]]
name = "neededBy"
domain = "Form|Permit"
range = "Hearing|Service"
inverse = "needs"

[[property]]
name = "openSince"
range = "date"

[[property]]
name = "requiredMaterials"
domain = "Permit"
range = "text"
headings = ["Required materials", "What to bring"]
status = "proposed"
origin = "graph"
examples = ["A permit needs a passport.", "Bring a passport."]

[[rule]]
name = "cheap"
when = ["?s fee <= 10", "?s is Service"]
then = "?s is Permit"
text = "Services for at most 10 euros are permits."
"""

SCHEMA = parse_schema(OFFICE)
