"""What extractors share: a language backend, a form that `to_dict` can write, and where findings go in a node."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Self

from llama_index.core.bridge.pydantic import Field
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY, EntityNode, Relation
from llama_index.core.schema import BaseNode, TransformComponent
from pydantic import BeforeValidator, ConfigDict, SkipValidation, computed_field

from lgm_core.hosts import chosen_annotator
from lgm_core.ports import Annotator

__all__ = ["NodeExtractor", "ParsingExtractor", "attach"]


class NodeExtractor(TransformComponent):
    """An extractor with a language backend, which is not serialised: a copy made from a dict has the default one.

    Attributes:
        annotator: the language backend or its name.
    """

    model_config = ConfigDict(extra="forbid")

    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(chosen_annotator)] = Field(
        default_factory=lambda: chosen_annotator(None), exclude=True
    )

    @computed_field  # type: ignore[prop-decorator]  # mypy cannot type decorators above property
    @property
    def language(self) -> str:
        """Name the language backend, so that a pipeline's cache tells apart what different ones found."""
        return self.annotator.recipe

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> Self:  # noqa: ANN401  # the host's signature
        """Make an extractor from what `to_dict` returned."""
        fields = {name: value for name, value in data.items() if name != "language"}  # which follows from `annotator`
        return super().from_dict(fields, **kwargs)


def _parsing_annotator(annotator: Annotator | str | None) -> Annotator:
    return chosen_annotator("lite:parse" if annotator is None else annotator)


class ParsingExtractor(NodeExtractor):
    """An extractor whose language backend parses; the default is `lite:parse`."""

    annotator: Annotated[Annotator, SkipValidation, BeforeValidator(_parsing_annotator)] = Field(
        default_factory=lambda: _parsing_annotator(None), exclude=True
    )


def attach(node: BaseNode, entities: Iterable[EntityNode], relations: Iterable[Relation]) -> None:
    """Add entities and relations to those in a node's metadata, where no embedding model and no LLM sees them."""
    node.metadata[KG_NODES_KEY] = [*node.metadata.get(KG_NODES_KEY, []), *entities]
    node.metadata[KG_RELATIONS_KEY] = [*node.metadata.get(KG_RELATIONS_KEY, []), *relations]
    for hidden in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        hidden += [key for key in (KG_NODES_KEY, KG_RELATIONS_KEY) if key not in hidden]
