"""All faults, in the order of the table."""

from tests.faults import clock, endpoint, formats, kills, neo4j_faults, storage

FAULTS = (
    *kills.FAULTS,
    *storage.FAULTS,
    *endpoint.FAULTS,
    *neo4j_faults.FAULTS,
    *clock.FAULTS,
    *formats.FAULTS,
)
