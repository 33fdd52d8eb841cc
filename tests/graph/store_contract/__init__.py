"""What every graph store must do, said in examples; a store's test class inherits them all.

```
class TestMyStore(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> Iterator[NewStore]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(MyStore(...))  # an empty store at every call
```
"""

from __future__ import annotations

from tests.graph.store_contract.additions import AdditionsContract
from tests.graph.store_contract.alignments import AlignmentsContract
from tests.graph.store_contract.caches import CachesContract
from tests.graph.store_contract.common import ALIAS_OF, HAS_PART, IS_A, NewStore, exported, keys, texts
from tests.graph.store_contract.concepts import ConceptsContract
from tests.graph.store_contract.constructed_documents import ConstructedDocumentsContract
from tests.graph.store_contract.deleting import DeletingContract
from tests.graph.store_contract.exchange import ExchangeContract
from tests.graph.store_contract.facts import FactsContract
from tests.graph.store_contract.graph_parts import GraphPartsContract
from tests.graph.store_contract.reading import ReadingContract
from tests.graph.store_contract.relations import RelationsContract
from tests.graph.store_contract.schemas import SchemasContract
from tests.graph.store_contract.verdicts import VerdictsContract
from tests.graph.store_contract.writing import WritingContract
from tests.support.store_graphs import APPLES, BOATS, PEARS, document

__all__ = [
    "ALIAS_OF",
    "APPLES",
    "BOATS",
    "HAS_PART",
    "IS_A",
    "PEARS",
    "NewStore",
    "StoreContract",
    "document",
    "exported",
    "keys",
    "texts",
]


class StoreContract(
    WritingContract,
    DeletingContract,
    ReadingContract,
    ConceptsContract,
    RelationsContract,
    VerdictsContract,
    FactsContract,
    GraphPartsContract,
    AdditionsContract,
    AlignmentsContract,
    ConstructedDocumentsContract,
    ExchangeContract,
    SchemasContract,
    CachesContract,
):
    """Inherit this and give a fixture `new_store` that makes empty stores."""
