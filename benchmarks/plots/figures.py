"""What each plot shows: the numbers of tables, as series of points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.plots.markdown_tables import Row, Table, read_table

__all__ = ["PLOTS", "ROOT", "Panel", "Plot", "Point", "Series"]

ROOT = Path(__file__).parents[2]
"""The folder of the project, to which the sources of plots are relative."""
_DEPTHS = (1, 2, 5, 10, 20)


@dataclass(frozen=True)
class Point:
    """A point, with the interval around its y where the table has one."""

    x: float
    y: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True)
class Series:
    """Points of one kind, joined by a line where there are several."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """A system of axes."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    logarithmic: str = ""
    """Which axes are: `x`, `xy` or none."""
    x_limits: tuple[float, float] | None = None
    y_limits: tuple[float, float] | None = None


@dataclass(frozen=True)
class Plot:
    """One file: panels in rows, under a title.

    Attributes:
        name: of the file, without its ending.
        source: the Markdown file with the tables, from the folder of the project; the plot is beside it.
        columns: how many panels are in a row.
        panel: width and height of one, in inches.
    """

    name: str
    title: str
    subtitle: str
    source: str
    panels: tuple[Panel, ...]
    columns: int
    panel: tuple[float, float] = (3.55, 2.75)

    @property
    def file(self) -> str:
        """The file of the plot, from the folder of the project."""
        return str(PurePosixPath(self.source).with_name(f"{self.name}.png"))

    def data(self) -> dict[str, dict[str, list[list[float]]]]:
        """Return the numbers by panel and series: x, y, and the interval where there is one."""
        return {
            panel.title: {
                series.name: [[point.x, point.y, *(point.interval or ())] for point in series.points]
                for series in panel.series
            }
            for panel in self.panels
        }


def recall_by_passages(root: Path = ROOT) -> Plot:
    """Recall against the number of passages, on each sample."""
    return Plot(
        "recall",
        "How many passages have to be read",
        "Share of the passages an answer needs that are among the first 1 to 20; no language model is asked",
        "benchmarks/retrieval.md",
        tuple(
            _recall_panel(sample, [row for row in rows if "(recorded)" not in row.text("ranked by")])
            for sample, rows in _by_sample(root).items()
        ),
        3,
    )


def recall_beside_others(root: Path = ROOT) -> Plot:
    """Recall against the number of passages, where other systems' results are recorded."""
    recorded = {
        sample: rows
        for sample, rows in _by_sample(root).items()
        if any("(recorded)" in row.text("ranked by") for row in rows)
    }
    return Plot(
        "recall_beside_others",
        "The same questions, asked of other systems",
        "Share of the passages an answer needs among the first 1 to 5; others as recorded",
        "benchmarks/retrieval.md",
        tuple(_recall_panel(sample, rows, _recorded_depths(rows)) for sample, rows in recorded.items()),
        1,
        (7.1, 4),
    )


def exact_match_by_tokens(root: Path = ROOT) -> Plot:
    """Exact match against the prompt tokens that the answers took."""
    file = root / "benchmarks/answers.md"
    contexts = read_table(file, "The same reader, three contexts", "context", "exact match", "prompt tokens, mean")
    asked = read_table(file, "`ask` against a plain prompt", "exact match", "prompt tokens, mean; of the first round")
    ways = [row for row in asked.rows if row.text("") != "difference, in pairs"]
    labels = "prompt tokens a question, mean", "exact match"
    return Plot(
        "exact_match_by_tokens",
        "What an answer costs, and how often it is right",
        "A reader of 1.5 billion parameters on two cores; up and to the left is better",
        "benchmarks/answers.md",
        (
            Panel(
                "HotpotQA, three contexts",
                *labels,
                tuple(
                    Series(row.text("context"), (Point(row.number("prompt tokens, mean"), row.number("exact match")),))
                    for row in contexts.rows
                ),
                x_limits=(0, 1000),
                y_limits=(0, 0.5),
            ),
            Panel(
                "Four question sets, with intervals of 90 %",
                *labels,
                tuple(Series(row.text(""), (_answered(row),)) for row in ways),
                x_limits=(0, 1000),
                y_limits=(0, 0.5),
            ),
        ),
        1,
        (7.1, 2.4),
    )


def growth(root: Path = ROOT) -> Plot:
    """Time, bytes and memory of the ranking index against passages."""
    table = read_table(
        root / "benchmarks/index.md", "The ranking index: size and speed", "passages", "build s", "p50 ms"
    )

    def panel(title: str, unit: str, columns: dict[str, str]) -> Panel:
        series = (
            Series(name, tuple(Point(row.number("passages"), row.number(column)) for row in table.rows))
            for name, column in columns.items()
        )
        return Panel(title, "passages", unit, tuple(series), logarithmic="xy")

    return Plot(
        "growth",
        "What the ranking index takes as its text grows",
        "Passages of an encyclopaedia, no language model; both axes are logarithmic",
        "benchmarks/index.md",
        (
            panel("Making the index", "processor seconds", {"build": "build s"}),
            panel("Its files", "MB", {"files": "file MB"}),
            panel("A question", "milliseconds", {"median": "p50 ms", "p95": "p95 ms"}),
            panel("Memory of a process that asks", "MB, without pages of files", {"memory": "own MB"}),
        ),
        2,
    )


def graph_growth(root: Path = ROOT) -> Plot:
    """Time, bytes and memory of a whole graph against sentences."""
    file, heading = root / "docs/guides/scaling.md", "What was measured"
    steps = read_table(file, heading, "step", "sentences", "seconds")
    sizes = read_table(file, heading, "sentences", "writing", "indexing", "file", "index", "memory to index")

    def line(name: str, column: str, unit: str, which: int = 0) -> Series:
        points = (Point(row.number("sentences"), row.numbers(column, unit)[which]) for row in sizes.rows)
        return Series(name, tuple(points))

    def panel(title: str, unit: str, *lines: Series) -> Panel:
        return Panel(title, "sentences", unit, lines, logarithmic="xy")

    question = "question p50, p95"
    analysing = (Point(row.number("sentences"), row.number("seconds")) for row in _continued(steps, "analysing"))
    return Plot(
        "graph_growth",
        "What a graph takes as its text grows",
        "Encyclopaedic text, no language model, one core; both axes are logarithmic",
        "docs/guides/scaling.md",
        (
            panel(
                "Time",
                "processor seconds",
                Series("analysing", tuple(analysing)),
                line("writing", "writing", "s"),
                line("indexing", "indexing", "s"),
            ),
            panel("Files", "MB", line("graph", "file", "MB"), line("index", "index", "MB")),
            panel("Memory to index", "MB, with pages of files", line("memory", "memory to index", "MB")),
            panel("A question", "ms", line("median", question, "ms"), line("p95", question, "ms", 1)),
        ),
        2,
    )


def feedback_by_rounds(root: Path = ROOT) -> Plot:
    """What a graph holds of questions' steps, by rounds of feedback."""
    heading = "Feedback, with an oracle in place of the language model"
    table = read_table(root / "benchmarks/feedback.md", heading, "steps held", "the entries shown hold the answer")

    def line(column: str) -> Series:
        return Series(column, tuple(Point(place, row.number(column)) for place, row in enumerate(table.rows)))

    rounds = "rounds of feedback"
    lines = line("steps held"), line("the entries shown hold the answer")
    return Plot(
        "feedback",
        "A graph that learns from what it is asked",
        "The facts that the steps of questions need; an oracle plays the language model",
        "benchmarks/feedback.md",
        (Panel("MuSiQue", rounds, "share", lines, y_limits=(0, 1)),),
        1,
        (7.1, 3.1),
    )


PLOTS: tuple[Callable[[Path], Plot], ...] = (
    recall_by_passages,
    recall_beside_others,
    exact_match_by_tokens,
    growth,
    graph_growth,
    feedback_by_rounds,
)
"""Each reads its tables below a folder."""


def _by_sample(root: Path) -> dict[str, list[Row]]:
    columns = ("sample", "passages", "ranked by", *(f"recall@{depth}" for depth in _DEPTHS))
    samples: dict[str, list[Row]] = {}
    for row in read_table(root / "benchmarks/retrieval.md", "Recall against the number of passages", *columns).rows:
        samples.setdefault(row.text("sample"), []).append(row)
    return samples


def _recall_panel(sample: str, rows: Sequence[Row], depths: Sequence[int] = _DEPTHS) -> Panel:
    series = (
        Series(row.text("ranked by"), tuple(Point(depth, row.number(f"recall@{depth}")) for depth in depths))
        for row in rows
    )
    title = f"{sample}, {rows[0].text('passages')} passages"
    return Panel(title, "passages read", "recall", tuple(series), logarithmic="x", y_limits=(0, 1))


def _recorded_depths(rows: Sequence[Row]) -> list[int]:
    """Return the depths for which no cell is empty: others recorded so many passages and no more."""
    return [depth for depth in _DEPTHS if all(row.text(f"recall@{depth}") for row in rows)]


def _continued(table: Table, step: str) -> list[Row]:
    """Return the rows of a step, those below it whose first cell is empty among them."""
    rows, current = [], ""
    for row in table.rows:
        current = row.text("step") or current
        if current == step:
            rows.append(row)
    return rows


def _answered(row: Row) -> Point:
    match, low, high = row.numbers("exact match")
    return Point(row.numbers("prompt tokens, mean; of the first round")[0], match, (low, high))
