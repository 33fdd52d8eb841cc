"""Faults: what is interrupted at a random moment loses nothing that was acknowledged, and goes on to the same end.

`LGM_SECONDS=600 python -m tests.faults` tries each fault for its share of the time and prints one table; `python -m
tests.faults kill` tries those that have the word in their names. `LGM_SEED` begins with another chance. To add a fault,
write a `Fault` (`fault.py`) in a module of its own and name it in `all_faults.py`; pytest tries it a few times.
"""
