"""All faults, in the order of the table."""

from tests.faults import clock, endpoint, kills, releases, storage

FAULTS = (*kills.FAULTS, *storage.FAULTS, *endpoint.FAULTS, *clock.FAULTS, *releases.FAULTS)
