"""Building the steps of a plan from references, with variables in the order of the steps."""

from __future__ import annotations

from lgm_core.reasoning.plan.actions import Action, Retrieval
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_step import PlanStep
from lgm_core.reasoning.plan.terms import Constant, Constraint, PredicateTerm, Term
from lgm_core.reasoning.planning.rules.references import Inverse, Named, Reference, Related, Relation

__all__ = ["PlanBuilder"]


class PlanBuilder:
    """Collects steps. A retrieval's variables have its number: `s1`, `p1`, `o1`."""

    def __init__(self) -> None:
        self.steps: list[PlanStep] = []
        self._retrievals = 0

    def add(self, action: Action, question: str = "", result: str = "") -> None:
        """Add a step."""
        self.steps.append(PlanStep(action, question, result))

    def find(self, reference: Reference) -> str:
        """Add the retrievals that lead to what a reference means, and return its variable.

        Raises:
            ValueError: the reference is a name alone, to which nothing leads.
        """
        if isinstance(reference, Related):
            return self.relate(self.start(reference.of), reference.relation, reference.year)
        if isinstance(reference, Inverse):
            target, said = self.start(reference.to)
            self._retrievals += 1
            number = self._retrievals
            object_ = Term(f"o{number}", target.types, target.names) if target.names else Term(target.variable)
            subject = Term(f"s{number}", (reference.type,) if reference.type else ())
            predicate = PredicateTerm(f"p{number}", (reference.relation.predicate,))
            question = f"Which {reference.type.lower() or 'thing'} has the {reference.relation.predicate} {said}?"
            if reference.question:
                question = reference.question.replace("{s}", said)
            self.add(Retrieval(subject, predicate, object_, _in(reference.year)), _asked_in(question, reference.year))
            return subject.variable
        raise ValueError(f"nothing leads to {', '.join(reference.names)}")

    def start(self, reference: Reference) -> tuple[Term, str]:
        """Return what a retrieval starts from, and how a sub-question names it: by its name, or by its variable."""
        if isinstance(reference, Named):
            types = (reference.type,) if reference.type else ()
            said = reference.names[0] if len(reference.names) == 1 else f"s{self._retrievals + 1}"
            return Term("", types, reference.names), said
        variable = self.find(reference)
        return Term(variable), variable

    def start_of(self, variable: str) -> tuple[Term, str]:
        """Return a variable as what a retrieval starts from."""
        return Term(variable), variable

    def relate(self, start: tuple[Term, str], relation: Relation, year: str = "") -> str:
        """Add a retrieval of what a relation leads to, and return its variable."""
        term, said = start
        self._retrievals += 1
        number = self._retrievals
        subject = Term(f"s{number}", term.types, term.names) if term.names else term
        object_ = Term(f"o{number}", (relation.type,) if relation.type else ())
        predicate = PredicateTerm(f"p{number}", (relation.predicate, *relation.also))
        self.add(Retrieval(subject, predicate, object_, _in(year)), _asked_in(relation.ask(said), year))
        return object_.variable

    def plan(self) -> LogicalPlan:
        """Return the plan."""
        return LogicalPlan(tuple(self.steps))


def _in(year: str) -> tuple[Constraint, ...]:
    return (Constraint("p", "year", "=", Constant(year)),) if year else ()


def _asked_in(question: str, year: str) -> str:
    return f"{question.removesuffix('?')} in {year}?" if year else question
