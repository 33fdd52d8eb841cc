"""How to answer from facts, and what to do about those that are missing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from lgm_core.errors import InputError
from lgm_core.feedback.feedback_prompts import FeedbackPrompts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["FeedbackMode", "FeedbackOptions"]

FeedbackMode = Literal["query", "answer", "none"]
"""Where missing facts are taken from: passages found for sub-questions, the answer where its sentences bear it out, or
nowhere."""

_KINDS: tuple[tuple[str, type, str], ...] = (
    ("context", bool, "True or False"),
    ("keep", bool, "True or False"),
    ("ask", AskOptions, "AskOptions, such as AskOptions(brief=True)"),
    ("extraction", FactOptions, "FactOptions, such as FactOptions('llm', window_tokens=2048)"),
    ("prompts", FeedbackPrompts, "FeedbackPrompts"),
)


@dataclass(frozen=True, slots=True)
class FeedbackOptions:
    """Settings of query-driven feedback (TCR-QF, sections 3.2 to 3.4).

    A question is answered from facts, each shown with the sentence that it is read from. What the answer still depends
    on is named as sub-questions, passages are found for these, and the facts in them that the graph lacks are added;
    then it is answered again. Where nothing new is found for a sub-question, others are asked for. Rounds end when
    nothing is missing, when no other sub-question comes, when the tokens are spent, or after `max_rounds`; with
    `mode="answer"` when the answer states nothing new.

    The five methods of the paper's table 2 are `mode="none", context=False` (facts alone), `mode="none"` (their
    context restored), `context=False` (feedback alone), `mode="answer"` and, with nothing set, the whole.

    Attributes:
        mode: `query` looks up what is missing; `answer` takes facts from the answer itself, only where a sentence that
            it cites bears them out; `none` answers once.
        context: show each fact with its sentence; off, facts are shown alone.
        max_rounds: rounds of feedback at most.
        width: paths that the search over facts keeps at each step.
        depth: facts that a path has at most.
        scorer: what judges paths: `words`, with embeddings if the graph has a model, or `llm`, asked at each step.
        passages: passages looked through for each sub-question.
        keep: leave in the graph what was added, which the last step of `Answer.trace` then names; off, it serves this
            question alone: the graph, its additions and what was looked up stay as they were. Replies of the model are
            cached as for any question (`cache_replies`).
        max_tokens: prompt and completion tokens that a question may cost before no further round begins; None for any
            number.
        ask: how the answer is given: of its settings `where`, `brief`, `llm_knowledge`, `chunk_size` and `evidence`
            count.
        extraction: how facts are read from passages: the prompt, and how much of their text a request has.
        prompts: the prompts of answering and of naming what is missing.
    """

    mode: FeedbackMode = "query"
    context: bool = True
    max_rounds: int = 20
    width: int = 3
    depth: int = 3
    scorer: Literal["words", "llm"] = "words"
    passages: int = 8
    keep: bool = False
    max_tokens: int | None = None
    ask: AskOptions = field(default_factory=AskOptions)
    extraction: FactOptions = FactOptions("llm", window_tokens=2048)  # noqa: RUF009  # frozen
    prompts: FeedbackPrompts = field(default_factory=FeedbackPrompts)

    def __post_init__(self) -> None:
        """Refuse settings that cannot work.

        Raises:
            InputError: a number is out of range, there is no such mode or scorer, `extraction` asks no language model,
                or a setting is of another kind.
        """
        if self.mode not in get_args(FeedbackMode):
            raise InputError(f"mode is {self.mode!r}; it must be one of {', '.join(get_args(FeedbackMode))}")
        if self.scorer not in ("words", "llm"):
            raise InputError(f"scorer is {self.scorer!r}; it must be one of words, llm")
        for name in ("max_rounds", "width", "depth", "passages", "max_tokens"):
            value = getattr(self, name)
            if value is None and name == "max_tokens":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name} is {value!r}; it must be a whole number of at least 1")
        for name, kind, such_as in _KINDS:
            if not isinstance(value := getattr(self, name), kind):
                raise InputError(f"{name} is {value!r:.60}; it must be {such_as}")
        if self.extraction.method != "llm":
            raise InputError(
                f"extraction is by {self.extraction.method!r}; what is missing is read by a language model: "
                "FactOptions('llm')"
            )
