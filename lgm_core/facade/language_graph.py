"""The facade: build a language graph, ask it, retrieve from it, look into it, delete from it.

```python
from lgm_core import LanguageGraph

graph = LanguageGraph("my.lgm")
graph.build("docs/")
for passage in graph.retrieve_passages("What are apples rich in?"):
    print(passage.score, passage.document.id, passage.text)
```
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import BinaryIO

from lgm_core.documents.reader import Source
from lgm_core.facade.build import Extraction, learning, reflecting
from lgm_core.facade.deletion import delete_from
from lgm_core.facade.document_construction import constructing, constructing_one
from lgm_core.facade.enrichment import learning_from_questions, undo_additions
from lgm_core.facade.fact_learning import RecordedRows, add_recorded_facts, learning_facts
from lgm_core.facade.fact_settings import Facts
from lgm_core.facade.graph_import import ImportReport, import_from
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.question import limiting_where
from lgm_core.facade.read_graph import ReadGraph
from lgm_core.facade.twins import awaited
from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.graph.port import Where
from lgm_core.learning.build_report import BuildReport
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.learning.executors.worker_pool import AnyExecutor
from lgm_core.learning.facts.later_facts import FactsReport
from lgm_core.learning.reflector import ReflectionOptions, ReflectionReport
from lgm_core.model import AdditionRecord

__all__ = ["LanguageGraph"]


class LanguageGraph(ReadGraph):
    """A language graph in a store. Opening does no I/O; the first use does.

    Three arguments mean the same wherever they stand: `where` is a filter on document metadata, and nothing of other
    documents is used; `on_step` is called with each trace step of that call, after the graph's own `on_step`, and may
    raise `Cancelled`; `cancel` is an event that ends that call with `Cancelled` once it is set, from any thread.
    Methods that ask a language model or rank have twins whose names begin with `a`, such as `aask`: they take and
    return the same, and do not block the event loop. The others are quick; `asyncio.to_thread` runs one elsewhere.

    Args:
        store: the path of a graph file, an address of Neo4j (see `Neo4jStore.from_address`), or a store. The first
            build makes the graph; until then there is nothing to ask, and asking raises.
        llm: a chat model for extraction, reflection and answers; without one everything else still works.
        annotator: the language backend, or its name: `lite` (the default), `lite:parse`, `spacy:en_core_web_sm` (any
            pipeline), `stanza:en` (any language).
        embed: an embedding model as an additional ranking signal: one function that turns texts into vectors, or
            `Embeddings` with one for documents and one for questions.
        rerank: scores passages for a question, as the last step of `retrieve_passages`; sentences keep their ranking.
            One that scores passages by themselves hurts where several answer together; `ChainRerank` shows it what
            leads to each.
        ranking: options of the ranking.
        concurrency: LLM requests under way at once.
        cache_replies: keep the replies of an `llm` that has an `identity` in the store, and ask it nothing twice.
        limits: one rate of requests and one budget of tokens for all that this graph asks while it is open. What a
            build, a construction, a reflection or learning from questions has done when the budget is spent is kept,
            its report tells what is left, and the same call under a new budget goes on; `ask` and its like raise
            `BudgetSpentError`.
        on_step: called with each trace step of builds, reflections and answers, possibly from a worker thread.

    Raises:
        InputError: there is no language backend of that name, no setting of a name, or `store` names no place of a
            graph.
        StoreError: raised by any method when the store cannot be reached, read or written; by all but `build` and
            `delete` when there is no graph; and by methods that look concepts up when it holds documents in several
            languages.
    """

    def build(
        self,
        sources: Source | Iterable[Source],
        *,
        add: bool = False,
        prune: bool = False,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        write_in_workers: bool = False,
        extraction: Extraction = None,
        facts: Facts = None,
        index: bool | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> BuildReport:
        """Learn documents; what is unchanged since the last build is skipped.

        With a language model, its extraction adds to what the patterns find. Unreadable files are named in the
        report and do not stop the build. Once the tokens of `limits` are spent it stops: documents that were extracted
        in full are stored, and the report tells which are left, for the same build to go on with; nothing is removed
        before that one ends.

        A document is replaced by the next one with its id. Files, and documents made without an id, are known by their
        sources: what the graph holds of a source and a later build of it does not give any more is removed.

        Args:
            sources: documents, or paths of files and folders, one or many.
            add: documents known by their sources join what the graph holds of these, under further numbers, instead of
                taking its place.
            prune: remove the documents whose files are gone from the folders given, whoever chose their ids. A folder
                is known by its name; of one that is not there, or has nothing to read, nothing is removed.
            workers: processes that analyse documents; None takes all cores. With an executor, how many workers it has,
                for one that does not tell, or that will have more.
            executor: what analyses the documents in place of processes made here: an engine by its name (`loky`,
                `dask`, `ray`, `dask://HOST:PORT`, `ray://HOST:PORT`); an executor of `concurrent.futures`, such as
                those of Dask and MPI, which is left running; or a function that makes one, which can make it anew when
                it broke. The graph is the same, byte for byte. A batch whose worker died is tried again, and a document
                that ends its worker twice is set aside and named in the report. Workers also read the files, where they
                see them as this process does; it reads the others, and JSON Lines and Parquet.
            write_in_workers: workers write what they analysed, so that this process need not, which pays where there
                are many: for a graph in Neo4j that was opened by its address, which they are told, with the password.
                What a language model is asked about is written here all the same.
            extraction: settings of the LLM extraction; False turns it off, None takes the default ones if this graph
                has an `llm`.
            facts: `open` learns facts from the parse of sentences, with `lite:parse` if the graph was opened without a
                language backend; `llm` asks the language model for them; `FactOptions` are options of either; False
                learns none. Documents that were learned otherwise are learned again. With None each document stays as
                it is, and a new one is learned as the document that was written last.
            index: make the index of the ranking, and the vectors if there is an embedding model, so that no question
                waits for them, in other processes neither; None does so after learning a good part of the graph, but
                not for each of many small additions, and False leaves it to the next question.
            on_step: called with each trace step.
            cancel: ends the build when set; documents learned so far are kept.

        Raises:
            Cancelled: `cancel` was set, before the call or during it.
            ExecutorError: nobody answers at the address of an engine, or the executor takes no more work and cannot be
                made anew; what was learned before is kept.
            LanguageModelSetupError: an extraction, or facts by a language model, were asked for and no request to a
                language model can succeed.
            InputError: `prune` is given no folder, there is no such engine, workers are to write a graph that they
                cannot open, or open facts are to be learned and the graph was opened with a language backend that does
                not parse.
            MissingDependencyError: the engine is not installed here.
            StoreError: the graph cannot be written.
        """
        flow = learning(
            self._opened,
            sources,
            add=add,
            prune=prune,
            workers=workers,
            executor=executor,
            write_in_workers=write_in_workers,
            extraction=extraction,
            facts=facts,
            index=index,
        )
        return self._run(flow, self._opened.session(on_step, cancel))

    abuild = awaited(build)

    def reflect(
        self,
        options: ReflectionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ReflectionReport:
        """Let the LLM judge relations or facts whose evidence has changed since they were judged (section 3.2.3).

        Args:
            options: settings of the reflection.
            on_step: called with each trace step.
            cancel: ends the reflection when set.

        Raises:
            Cancelled: `cancel` was set; verdicts given so far are kept.
            LanguageModelSetupError: there is no language model, or no request to it can succeed.
        """
        return self._run(reflecting(self._opened, options), self._opened.session(on_step, cancel))

    areflect = awaited(reflect)

    def construct(
        self,
        source: Source,
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> ConstructionReport:
        """Construct the graph of one document: entities, relations, a taxonomy and groups of predicates.

        With a language model it is asked; without one phrases and clauses are read. What each stage finds is an
        addition of its own, kept when the stage ends, which `undo` takes back. The same document with the same options
        gives the same, and asks nothing again of a model whose replies are kept. What was constructed for a former text
        of the document, and what a stage found otherwise before, is replaced; what stages that are now switched off
        made of it is taken back.

        Args:
            source: the id of a document of the graph, a document, or the path of its file. What the graph does not have
                as it is, it learns first, without facts and without the extraction by a language model, unless it holds
                the document with facts.
            options: which stages, with which thresholds.
            on_step: called with each trace step; `construction stage` tells what a stage found.
            cancel: ends the run when set; the stages that have ended are kept.

        Raises:
            Cancelled: `cancel` was set.
            InputError: there is no such document, it cannot be read or has no text, it fails a check and
                `options.strict` is set, or the graph was opened with a language backend that does not parse.
            LanguageModelSetupError: a language model is to be asked and there is none, or no request to it can succeed.
            LGMError: the embedding model failed; the stages that have ended are kept.
            StoreError: the graph cannot be written.
        """
        return self._run(constructing_one(self._opened, source, options), self._opened.session(on_step, cancel))

    aconstruct = awaited(construct)

    def construct_all(
        self,
        sources: Source | Iterable[Source],
        options: ConstructionOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[ConstructionReport]:
        """Construct the graph of each of several documents, a few at a time with their requests in common batches.

        Arguments are those of `construct`, but a path may be that of a folder; raises the same. Of a document that
        cannot be read or has no text, or fails a check where `options.strict` is set, the report tells that it was
        refused. Once the tokens of `limits` are spent no further document is begun, and the reports tell which are not
        constructed in full.
        """
        return self._run(constructing(self._opened, sources, options), self._opened.session(on_step, cancel))

    aconstruct_all = awaited(construct_all)

    def learn_facts(
        self, facts: Facts = "open", *, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> FactsReport:
        """Add the facts that the graph's documents state, without reading their files, as an addition.

        It can be undone by its id. Documents that are built later have facts if that build is told so. A graph does not
        tell inline code and rows of tables from running text, so `open` reads facts there that a build does not.

        Args:
            facts: `open`, `llm`, or options.
            on_step: called with each trace step.
            cancel: ends it when set; what was added so far is kept.

        Raises:
            Cancelled: `cancel` was set.
            InputError: `facts` is nothing known, or the graph was opened with a language backend that does not parse.
            LanguageModelSetupError: a language model is to be asked and there is none.
            StoreError: there is no graph, or it cannot be written.
        """
        return self._run(learning_facts(self._opened, facts), self._opened.session(on_step, cancel))

    alearn_facts = awaited(learn_facts)

    def learn_from_questions(
        self,
        questions: Iterable[str | AskedQuestion],
        options: FeedbackOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FeedbackReport:
        """Take questions through rounds of feedback together, and keep the facts that they show to be missing.

        In each round every question that is still open names what its answer lacks; passages are looked up for it, and
        facts in them that the graph has not are added. What a question adds is one addition, which `undo` takes back.
        A round that has ended stays when the run is cancelled or breaks off. A question that the model fails at ends
        with its answer so far and counts as wrong; the others go on.

        Args:
            questions: the questions; of an `AskedQuestion` with known answers, the answers are scored in each round.
            options: settings of each question; what they add is kept whatever they say.
            on_step: called with each trace step; `feedback round` tells the state after a round.
            cancel: ends the run when set.

        Raises:
            InputError: there are no questions, one is empty, or the graph cannot be written.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: there is no language model, or no request to it can succeed.
        """
        where = limiting_where(options, None, FeedbackOptions)
        flow = learning_from_questions(self._opened, questions, options)
        return self._run(flow, self._opened.session(on_step, cancel, where=where))

    alearn_from_questions = awaited(learn_from_questions)

    def import_facts(self, source: RecordedRows) -> FactsReport:
        """Add recorded triples that the sentences of the graph's documents bear out, as an addition.

        Both ends of a triple must stand, by all their words, in one sentence, its coreference marks or its title. What
        is dropped is counted by reason. The same rows give the same addition.

        Args:
            source: a file of JSON Lines, or rows: each names a document by `id`, or `title` and `text`, and has
                `triples`, lists of subject, predicate and object.

        Raises:
            InputError: a row has no triples or names no document, the file cannot be read, or `source` is neither.
            StoreError: there is no graph, or it cannot be written.
        """
        return add_recorded_facts(self._opened.existing(), source)

    def import_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Take in the documents that were exported as JSON Lines, in one transaction, and tell what came in.

        They join the graph with all that was known of them, additions included, which are theirs then and no longer
        listed as additions; a document that the graph holds is replaced. The lines are read one after another; in
        memory are some of the documents at a time, or all of them where the graph is in Neo4j.

        Args:
            source: the path of a file, or a binary stream.

        Raises:
            InputError: it cannot be read, which the message tells with the line, or a document in it is not whole;
                nothing is stored then.
            SchemaVersionError: it has another format.
            StoreError: the graph cannot be written.
        """
        return import_from(source, self.store)

    def undo(self, ids: str | AdditionRecord | Iterable[str | AdditionRecord]) -> int:
        """Take additions back, all in one transaction; return how many there were.

        What documents or other additions also state stays. What questions with feedback looked up in vain is forgotten,
        also when there is nothing to take back.

        Args:
            ids: of additions, or one id; `FeedbackReport.additions` names them. The records that `additions` returns
                serve as well.

        Raises:
            InputError: there is no addition of an id, or something is no id; nothing was taken back then.
        """
        return undo_additions(self._opened, ids)

    def delete(
        self, document_ids: str | Sequence[str] | None = None, *, where: Where | None = None, exact: bool = False
    ) -> int:
        """Remove documents, all in one transaction, and everything only they supported.

        Return how many there were. The log names the ids that were not there, and the documents that stay of a source
        of which some go.

        All caches in the store go with them, because caches hold text of documents. What the ranking index and the
        vectors hold of other documents is written back; replies of language models are not.

        Args:
            document_ids: ids of documents, or one id. That of a file, or of another source, removes all that is of it:
                `report.pdf` also the further pages, `report.pdf:2` and so on.
            where: in place of ids, a filter, such as `{"source": "guide.md"}` for all documents of a source.
            exact: each id removes its own document alone.

        Raises:
            InputError: neither ids nor a filter are given, or both; or the filter cannot be understood, or lets
                everything through.
        """
        return delete_from(self.store, document_ids, where, exact=exact)
