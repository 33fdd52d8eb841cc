"""What extractors share: iterating over nodes, a language backend, an LLM, and storing findings in a node."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Self

from llama_index.core.bridge.pydantic import Field, PrivateAttr, SerializeAsAny
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY, EntityNode, Relation
from llama_index.core.llms.llm import LLM
from llama_index.core.schema import BaseNode, TransformComponent
from llama_index.core.utils import get_tqdm_iterable
from pydantic import BeforeValidator, ConfigDict, SkipValidation, computed_field, model_validator

from lgm_core import RequestLimits
from lgm_core.hosts import (
    AllowedTypes,
    DocumentGraphLearner,
    LocalEntity,
    LocalGraphConstructor,
    LocalRelation,
    RequestLimiter,
    chosen_annotator,
    log_not_extracted,
    unknown_settings,
)
from lgm_core.ports import Annotator
from llama_index_lgm._conversion import to_engine
from llama_index_lgm.instrumentation import with_spans
from llama_index_lgm.models import LlamaIndexChatModel

__all__ = ["AskingExtractor", "NodeExtractor", "ParsingExtractor", "attach"]


class NodeExtractor(TransformComponent):
    """An extractor with a language backend, which is not serialised: a copy made from a dict has the default one.

    Attributes:
        annotator: the language backend or its name.
        allowed_entity_types: labels of entities to keep, in any case of letters; None keeps all.
        allowed_relation_types: labels of relations to keep, or triples of the labels of source, relation and target;
            None keeps all. Entities that lose all their relations are left out.

    Raises:
        ValidationError: a setting does not exist.
    """

    model_config = ConfigDict(extra="forbid")

    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(chosen_annotator)] = Field(
        default_factory=lambda: chosen_annotator(None), exclude=True
    )
    allowed_entity_types: list[str] | None = None
    allowed_relation_types: list[str | tuple[str, str, str]] | None = None
    task: ClassVar[str]
    """The label of a progress bar."""

    @model_validator(mode="before")
    @classmethod
    def _name_settings(cls, given: Any) -> Any:  # noqa: ANN401  # the signature of pydantic
        if unknown := [name for name in given if name not in cls.model_fields]:
            raise unknown_settings(f"{cls.__name__} has", unknown, list(cls.model_fields))
        return given

    @model_validator(mode="after")
    def _check_allowed(self) -> Self:
        self._allowed()
        return self

    def _allowed(self) -> AllowedTypes:
        names = ("allowed_entity_types", "allowed_relation_types")
        return AllowedTypes(self.allowed_entity_types, self.allowed_relation_types, names)

    def __call__(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> Sequence[BaseNode]:  # noqa: ANN401  # the host's
        """Extract from nodes; what they already hold is kept.

        Raises:
            BudgetSpentError: the tokens of `limits` are spent; the nodes before have their findings.
            InputError: the extractor needs a language backend that parses.
            LanguageModelSetupError: no request to the LLM can succeed.
        """
        with with_spans():
            graphs = self._learner().learn(to_engine(nodes))
            for node, graph in zip(get_tqdm_iterable(nodes, show_progress, self.task), graphs, strict=True):
                self._attach(node, graph)
        return nodes

    async def acall(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> Sequence[BaseNode]:  # noqa: ANN401  # the host's
        """Do the same without blocking the event loop; raises the same."""
        with with_spans():
            graphs = self._learner().alearn(to_engine(nodes))
            for node in get_tqdm_iterable(nodes, show_progress, self.task):
                self._attach(node, await anext(graphs))
        return nodes

    @computed_field  # type: ignore[prop-decorator]  # mypy cannot type decorators above property
    @property
    def language(self) -> str:
        """Return the recipe of the language backend, so that a pipeline's cache keeps results of backends apart."""
        return self.annotator.recipe

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401  # the host's signature
        """Make an extractor from what `to_dict` returned."""
        fields = {name: value for name, value in data.items() if name != "language"}  # which follows from `annotator`
        return super().from_dict(fields, **kwargs)

    def _learner(self) -> DocumentGraphLearner | LocalGraphConstructor:
        raise NotImplementedError

    def _attach(self, node: BaseNode, graph: Any) -> None:  # noqa: ANN401  # what the learner returned
        self._attach_allowed(node, {entity.name: entity for entity in graph.entities}, graph.relations)

    def _attach_allowed(
        self,
        node: BaseNode,
        entities: Mapping[str, LocalEntity],
        relations: Sequence[LocalRelation],
        *,
        keeps_isolated: bool = False,
    ) -> dict[str, str]:
        """Add what has allowed types to a node, as by `attach`; `keeps_isolated` also those that lose all relations."""
        kept, allowed = self._allowed().of(entities, relations)
        lost = set() if keeps_isolated else _ends(relations) - _ends(allowed)
        return attach(node, {key: entity for key, entity in kept.items() if key not in lost}, allowed)


def _parsing_annotator(annotator: Annotator | str | None) -> Annotator:
    return chosen_annotator("lite:parse" if annotator is None else annotator)


class ParsingExtractor(NodeExtractor):
    """An extractor whose language backend parses; the default is `lite:parse`."""

    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(_parsing_annotator)] = Field(
        default_factory=lambda: _parsing_annotator(None), exclude=True
    )


class AskingExtractor(NodeExtractor):
    """An extractor that may ask an LLM, and logs its failures."""

    llm: SerializeAsAny[LLM] | None = None
    num_workers: int = Field(default=4, ge=1)
    limits: RequestLimits | None = Field(default=None, exclude=True)
    _limiter: RequestLimiter | None = PrivateAttr(default=None)

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  # the signature of pydantic
        """Make one limiter for all calls."""
        self._limiter = None if self.limits is None else RequestLimiter(self.limits)

    def _settings(self) -> dict[str, Any]:
        """Return the settings of a learner."""
        return {
            "llm": LlamaIndexChatModel(self.llm) if self.llm is not None else None,
            "annotator": self.annotator,
            "concurrency": self.num_workers,
            "limiter": self._limiter,
            "on_failure": partial(log_not_extracted, logger=logging.getLogger(type(self).__module__)),
        }


def _ends(relations: Iterable[LocalRelation]) -> set[str]:
    return {end for relation in relations for end in (relation.source, relation.target)}


def attach(node: BaseNode, entities: Mapping[str, LocalEntity], relations: Iterable[LocalRelation]) -> dict[str, str]:
    """Add entities and relations to those in a node's metadata, hidden from embedding models and LLMs.

    Args:
        node: the node.
        entities: by the names that the ends of relations use for them.
        relations: between these entities.

    Returns:
        The ids of the entities in the property graph.
    """
    made = [
        (key, EntityNode(name=entity.name, label=entity.label, properties=entity.properties))
        for key, entity in entities.items()
    ]
    ids = {key: entity.id for key, entity in made}
    node.metadata[KG_NODES_KEY] = [*node.metadata.get(KG_NODES_KEY, []), *(entity for _, entity in made)]
    node.metadata[KG_RELATIONS_KEY] = [
        *node.metadata.get(KG_RELATIONS_KEY, []),
        *(
            Relation(
                label=relation.label,
                source_id=ids[relation.source],
                target_id=ids[relation.target],
                properties=relation.properties,
            )
            for relation in relations
        ),
    ]
    for hidden in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        hidden += [key for key in (KG_NODES_KEY, KG_RELATIONS_KEY) if key not in hidden]
    return ids
