"""All faults, in the order of the table."""

from tests.faults import clock, kills, releases, storage

FAULTS = (*kills.FAULTS, *storage.FAULTS, *clock.FAULTS, *releases.FAULTS)
