"""Commands that plan and solve by logical forms."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError
from lgm_core.reasoning.logical_form_options import FactsMode, LogicalFormOptions, PlannerName, TextMode

if TYPE_CHECKING:
    from lgm_core.reasoning.solving.memory import Solution

__all__ = ["plan", "solve"]


_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


Planner = Annotated[
    PlannerName | None,
    typer.Option(help="Who plans: rules, a language model (llm), or rules and then the model (auto, the default)."),
]
OfFacts = Annotated[
    FactsMode, typer.Option("--facts", help="Let all facts answer steps, those that conform to the schema, or none.")
]


def plan(
    question: Annotated[str, typer.Argument(help="The question.")],
    graph: console.GraphPlace = "graph.lgm",
    planner: Planner = None,
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    cache: console.CacheReplies = True,
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Plan how a question is answered, in logical forms; lgm solve executes the plan.

    Questions of common forms are planned by rules; others need a language model.
    """
    chat_model = _planning_model(planner, llm, model, base_url)
    options = LogicalFormOptions(planner=planner or "auto")
    with (
        console.interruptible() as cancel,
        console.existing_graph(graph, chat_model, cache_replies=cache) as language_graph,
    ):
        made = language_graph.plan(question, options, where=console.parsed_where(where), cancel=cancel)
    if json:
        console.print_json({"question": question, "plan": str(made)})
    else:
        console.say(str(made))


def solve(
    plan: Annotated[
        Path, typer.Option("--plan", metavar="FILE", help="The plan, as lgm plan writes it; - reads standard input.")
    ],
    graph: console.GraphPlace = "graph.lgm",
    question: Annotated[str, typer.Option(help="The question that the plan answers; helps to find passages.")] = "",
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    embed: console.Embed = None,
    cache: console.CacheReplies = True,
    facts: OfFacts = "all",
    text: Annotated[
        TextMode, typer.Option(help="Read text where facts are missing, for all steps, or never.")
    ] = "missing",
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Least score with which facts answer a step.")] = 0.7,
    passages: Annotated[int, typer.Option(min=1, help="Passages read for a step.")] = 5,
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Execute a plan: facts first, text if they are missing; print the result of each step, with citations.

    Without a language model, text yields names and values from the best sentences, which are evidence and no answer.
    """
    options = LogicalFormOptions(facts=facts, text=text, threshold=threshold, passages=passages)
    written = _read_plan(plan)
    chat_model = console.language_model(llm, model, base_url)
    opened = console.existing_graph(graph, chat_model, embed=console.embeddings(embed), cache_replies=cache)
    with console.interruptible() as cancel, opened as language_graph:
        solution = language_graph.solve(
            written, options, question=question, where=console.parsed_where(where), cancel=cancel
        )
    if json:
        console.print_json(_data(solution))
    else:
        _print_solution(solution)


def _planning_model(planner: PlannerName | None, llm: bool, model: str | None, base_url: str | None) -> Any:  # noqa: ANN401
    if planner == "rules" and (llm or model or base_url):
        raise InputError("--planner rules asks no language model; leave out --llm, --model and --base-url")
    return console.language_model(llm or planner == "llm", model, base_url)


def _read_plan(file: Path) -> str:
    """Return the text of a plan from a file or standard input."""
    if str(file) == "-":
        return sys.stdin.read().removeprefix(_BYTE_ORDER_MARK)
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"--plan {file} cannot be read: {error}") from error


def _print_solution(solution: Solution) -> None:
    from lgm_core.reasoning.solving.solution_text import step_lines

    for answer in solution.answers:
        console.say_wrapped(answer)
    if not solution.answers:
        console.note("No answers.")
    elif solution.is_evidence_only:
        console.note("Only evidence: names in sentences that no language model has read, or uncertain facts.")
    console.say("\nSteps:")
    for line in step_lines(solution):
        console.say_wrapped(line, first="  ", rest="      ")
    if solution.citations:
        console.say("\nSentences:")
    console.print_citations(solution.citations)
    if solution.failure is not None:
        console.note(str(solution.failure))
    console.note_usage(solution.usage)


def _data(solution: Solution) -> dict[str, object]:
    """Return a solution as JSON data: the plan and its steps as text, and rows by the names of their bindings."""
    from lgm_core.reasoning.plan.plan_writer import written_action

    data: dict[str, Any] = console.as_data(solution)
    data["plan"] = str(solution.plan)
    data["rows"] = [
        {
            "bindings": {variable: binding.name for variable, binding in row.bindings.items()},
            "sentences": list(row.sentences),
            "weight": row.weight,
        }
        for row in solution.rows
    ]
    for step, result in zip(data["steps"], solution.steps, strict=True):
        step["step"] = written_action(result.step.action)
    return data
