"""Run the `lgm` command as `python -m lgm_core.cli`."""

from lgm_core.cli.application import main

main()
