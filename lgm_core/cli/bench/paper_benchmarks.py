"""The command `lgm bench construction`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli.console import AsJson, print_json, say

__all__ = ["construction"]


def construction(
    folder: Annotated[
        Path, typer.Argument(help="Holds papers.jsonl, questions.jsonl and graphs-MODEL.jsonl.gz, one for each model.")
    ],
    ablations: Annotated[
        bool, typer.Option("--ablations", help="Switch off each stage, and merge by components, too.")
    ] = False,
    delay: Annotated[
        float, typer.Option(min=0, help="Seconds a reply takes: measure what eight requests at once save.")
    ] = 0,
    gold: Annotated[
        Path | None, typer.Option(help="Gold entities and coreference, JSON Lines as of SciERC: id = a paper's title.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Measure the graphs of single papers, without a language model and with recorded graphs in the place of one."""
    from lgm_core.evaluation.construction.construction_benchmark import construction_figures
    from lgm_core.evaluation.construction.construction_table import construction_table
    from lgm_core.evaluation.construction.gold_entities import read_gold
    from lgm_core.evaluation.construction.recorded_folder import read_recorded_folder

    recorded = read_recorded_folder(folder)
    annotated = read_gold(gold) if gold is not None else []
    figures = construction_figures(recorded, ablations=ablations, delay=delay, gold=annotated)
    if json:
        print_json(figures.as_json())
    else:
        say(construction_table(figures), nl=False)
