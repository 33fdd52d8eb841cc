"""Plans of logical forms: made for a question, executed, and answered from."""

from __future__ import annotations

import threading

from lgm_core.errors import InputError, PlanError, shown
from lgm_core.facade.empty_selection import NO_DOCUMENT_PASSES
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.question import checked_question, limiting_where
from lgm_core.flow import Flow, arun, run
from lgm_core.graph.port import Where
from lgm_core.model import Answer
from lgm_core.model.trace import End
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.planning.model_planner import PlanningResult
from lgm_core.reasoning.planning.planner import make_plan
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.reasoning.solving.plan_solving import solve_plan
from lgm_core.reasoning.solving.solver import Solver
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.ranking.ranking_weights import words_only

__all__ = ["Planning"]


class Planning(OpenedGraph):
    """The methods of `LanguageGraph` that plan and solve; `ask` with `LogicalFormOptions` does both."""

    def plan(
        self,
        question: str,
        options: LogicalFormOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> LogicalPlan:
        """Plan how a question is answered: which facts to retrieve, what to sort, count, compute or compare.

        ```python
        plan = graph.plan("Which film has the director born later, Gilda or Laura?")
        print(plan)
        ```

        Questions of common forms are planned by rules; others need a language model (`LogicalFormOptions.planner`).
        `str(plan)` is its text, which `LogicalPlan.parse` reads.

        Args:
            question: the question.
            options: who plans.
            where: a filter on document metadata, in addition to that of the options: both must hold.
            on_step: called with each trace step.
            cancel: ends the planning when set.

        Raises:
            PlanError: nobody has a plan for the question; the error says why and what to do.
            InputError: the question is empty, or the filter cannot be understood or joined.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        where = limiting_where(options, where, LogicalFormOptions)
        return run(self._planned(question, options, where), self._question_session(on_step, cancel, where=where))

    async def aplan(
        self,
        question: str,
        options: LogicalFormOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> LogicalPlan:
        """Do what `plan` does without blocking the event loop; raises the same."""
        where = limiting_where(options, where, LogicalFormOptions)
        return await arun(self._planned(question, options, where), self._question_session(on_step, cancel, where=where))

    def solve(
        self,
        plan: LogicalPlan | str,
        options: LogicalFormOptions | None = None,
        *,
        question: str = "",
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Solution:
        """Execute a plan once: on facts first, and on text where these are missing (KAG, algorithm 2).

        Without a language model, text gives names and values of the best sentences, and the solution says that it is
        evidence only. A step that cannot be done says why in its `error`; others go on. Nothing that a plan holds is
        ever run as code.

        Args:
            plan: the plan, or its text.
            options: settings; `rounds`, `planner` and most of `ask` are of no use here.
            question: the question that the plan answers; helps to find passages.
            where: a filter on document metadata, in addition to that of the options: both must hold in every step.
            on_step: called with each trace step.
            cancel: ends the execution when set.

        Raises:
            PlanError: the plan does not parse, uses a variable that no step binds, or cannot be executed at all.
            InputError: the filter cannot be understood or joined.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        where = limiting_where(options, where, LogicalFormOptions)
        return run(self._solving(plan, options, question, where), self._question_session(on_step, cancel, where=where))

    async def asolve(
        self,
        plan: LogicalPlan | str,
        options: LogicalFormOptions | None = None,
        *,
        question: str = "",
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Solution:
        """Do what `solve` does without blocking the event loop; raises the same."""
        where = limiting_where(options, where, LogicalFormOptions)
        return await arun(
            self._solving(plan, options, question, where), self._question_session(on_step, cancel, where=where)
        )

    def _planned(self, question: str, options: LogicalFormOptions | None, where: Where | None) -> Flow[LogicalPlan]:
        checked_question(question)
        options = options or LogicalFormOptions()
        view, _ = self._seen(question, where)
        planned = yield from make_plan(question, view=view, options=options, has_model=self.llm is not None)
        if planned.plan is None:
            raise PlanError(_no_plan(question, planned, options, has_model=self.llm is not None))
        return planned.plan

    def _solving(
        self, plan: LogicalPlan | str, options: LogicalFormOptions | None, question: str, where: Where | None
    ) -> Flow[Solution]:
        options = options or LogicalFormOptions()
        if not isinstance(plan, LogicalPlan | str):
            raise InputError(f"the plan is {shown(plan)}; it must be a LogicalPlan or its text")
        if not isinstance(question, str):
            raise InputError(f"the question is {shown(question)}; it must be a text, or left out")
        parsed = LogicalPlan.parse(plan) if isinstance(plan, str) else plan
        view, ranker = self._seen(question or str(parsed), where)
        if view.allowed is not None and not view.allowed:
            end = End(NO_DOCUMENT_PASSES)
            yield end
            return Solution(parsed, question, is_evidence_only=True, trace=(end,))
        return (
            yield from solve_plan(
                parsed,
                question=question,
                view=view,
                ranker=ranker if options.ask.graph else ranker.with_options(words_only(ranker.weights)),
                options=options,
                has_model=self.llm is not None,
            )
        )

    def _by_forms(self, question: str, options: LogicalFormOptions, view: GraphView, ranker: Ranker) -> Flow[Answer]:
        """Answer a question by logical forms, given documents that pass the filter."""
        solver = Solver(
            question,
            view=view,
            ranker=ranker,
            options=options,
            has_model=self.llm is not None,
            preferred=self._protocols.of(self.llm) if self.llm is not None else None,
        )
        return (yield from solver.flow())


def _no_plan(question: str, planned: PlanningResult, options: LogicalFormOptions, *, has_model: bool) -> str:
    if planned.planner == "llm" and has_model:
        way_out = "ask another model, or write a plan"
    elif options.planner == "rules":
        way_out = "let planner be 'auto', with a language model, or write a plan"
    else:
        way_out = "pass `llm=…` or `--llm`, or write a plan"
    return f"there is no plan for {shown(question)}: {planned.error}; {way_out} and solve it (LogicalPlan.parse)"
