"""All faults, in the order of the table."""

from tests.faults import kills

FAULTS = (*kills.FAULTS,)
