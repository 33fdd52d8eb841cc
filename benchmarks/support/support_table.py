"""The figures of the benchmark of support as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.support.support_benchmark import Verdict

__all__ = ["failure_text", "support_table"]


def support_table(figures: Mapping[str, Any]) -> str:
    """Return the figures as tables in Markdown: true statements, false ones by what was changed, and wordings."""
    settings = {"full answers": figures["full"], "brief answers": figures["brief"]}
    kinds = list(dict.fromkeys(kind for setting in settings.values() for kind in setting["supported_false"]))
    lines = [
        f"{figures['questions']} questions, {figures['reworded']} of them worded otherwise than *The answer is …*; "
        f"{figures['gold_ranked']:.0%} of the gold sentences were ranked; {figures['seconds']:.1f} s.",
        "",
        f"| supported (partly), statements | {' | '.join(settings)} |",
        "| --- | --- | --- |",
        _row("true", [_true(setting) for setting in settings.values()]),
        _row("true, all gold ranked", [f"{setting['supported_true_all_ranked']:.3f}" for setting in settings.values()]),
        *(_row(f"false: {kind}", [_false(setting, kind) for setting in settings.values()]) for kind in kinds),
        _row(
            "citations of true ones: precision, recall",
            [f"{setting['citation_precision']:.3f}, {setting['citation_recall']:.3f}" for setting in settings.values()],
        ),
        "",
        "| wording | true statements | supported |",
        "| --- | --- | --- |",
        *(
            _row(name, [str(row["statements"]), f"{row['supported']:.3f}"])
            for name, row in figures["full"]["by_wording"].items()
        ),
    ]
    return "\n".join(lines)


def failure_text(verdict: Verdict) -> str:
    """Return a wrong verdict for reading: the question, the statement, what was cited for it."""
    row = verdict.row()
    kind = "true" if row["change"] == "true" else f"false: {row['change']} ({row['changed']})"
    missing = f"  not borne out: {', '.join(row['not_borne_out'])}" if row["not_borne_out"] else ""
    head = (
        f"{row['support'].upper()} [{kind}; {row['wording']}] {row['statement']}\n  {row['question']} {row['answer']}"
    )
    return "\n".join([head, *([missing] if missing else []), *(f"  > {cited}" for cited in row["cited"])])


def _true(setting: Mapping[str, Any]) -> str:
    return f"{setting['supported_true']:.3f} ({setting['partly_true']:.3f}), {setting['statements_true']}"


def _false(setting: Mapping[str, Any], kind: str) -> str:
    if kind not in setting["supported_false"]:
        return "–"
    share, partly = setting["supported_false"][kind], setting["partly_false"][kind]
    return f"{share:.3f} ({partly:.3f}), {setting['statements_false'][kind]}"


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"
