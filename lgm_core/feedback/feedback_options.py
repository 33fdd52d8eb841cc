"""How to answer from facts, and how to look up missing ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lgm_core.errors import InputError
from lgm_core.feedback.feedback_prompts import FeedbackPrompts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["FeedbackOptions"]

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

    A question is answered from facts, each shown with the sentence that states it. The model names what is missing as
    sub-questions, passages are found for these, and the facts in them that the graph lacks are added; then it answers
    again. If nothing new is found for a sub-question, the model is asked for others. Rounds end when nothing is
    missing, when no new sub-question comes, when the tokens are spent, or after `max_rounds`.

    Methods of the paper's table 2: `max_rounds=0, context=False` (facts alone), `max_rounds=0` (with restored context),
    `context=False` (with query-driven feedback), and the defaults (both).

    Attributes:
        context: show each fact with its sentence; otherwise facts are shown alone.
        max_rounds: the most rounds of feedback; 0 answers once and looks nothing up.
        width: how many paths the search over facts keeps at each step.
        depth: the most facts of a path.
        scorer: what judges paths: `words`, with embeddings if the graph has a model, or `llm`, asked at each step.
        passages: how many passages are read for each sub-question.
        keep: keep what was added in the graph; the last step of `Answer.trace` names it. Otherwise it only serves this
            question, and the graph stays as it was. Replies of the model are cached in both cases (`cache_replies`).
        max_tokens: prompt and completion tokens of a question after which no further round begins; None for no limit.
        ask: how the answer is given; only `where`, `brief`, `llm_knowledge`, `chunk_size`, `evidence` and `check` of
            its settings are used.
        extraction: how facts are read from passages: the prompt, and how much text a request has.
        prompts: the prompts for answering and for naming what is missing.
    """

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
        """Check the settings.

        Raises:
            InputError: a number is out of range, the scorer is unknown, `extraction` asks no language model, or a
                setting has the wrong type.
        """
        if self.scorer not in ("words", "llm"):
            raise InputError(f"scorer is {self.scorer!r}; it must be one of words, llm")
        for name in ("max_rounds", "width", "depth", "passages", "max_tokens"):
            value = getattr(self, name)
            if value is None and name == "max_tokens":
                continue
            least = 0 if name == "max_rounds" else 1
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(f"{name} is {value!r}; it must be a whole number of at least {least}")
        for name, kind, such_as in _KINDS:
            if not isinstance(value := getattr(self, name), kind):
                raise InputError(f"{name} is {value!r:.60}; it must be {such_as}")
        if self.extraction.method != "llm":
            raise InputError(
                f"extraction is by {self.extraction.method!r}; what is missing is read by a language model: "
                "FactOptions('llm')"
            )
