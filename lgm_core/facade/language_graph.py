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
from lgm_core.facade.async_methods import awaited
from lgm_core.facade.build import Extraction, learning, reflecting
from lgm_core.facade.checked_arguments import limiting_where
from lgm_core.facade.deletion import delete_from
from lgm_core.facade.document_construction import constructing, constructing_one
from lgm_core.facade.enrichment import learning_from_questions, undo_additions
from lgm_core.facade.fact_learning import RecordedRows, add_recorded_facts, learning_facts
from lgm_core.facade.fact_settings import Facts
from lgm_core.facade.graph_import import ImportReport, import_from
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.tuned_graph import TunedGraph
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


class LanguageGraph(TunedGraph):
    """A language graph in a store. Opening does no I/O; the first use does.

    Three arguments mean the same everywhere: `where` is a filter on document metadata, and nothing from other documents
    is used; `on_step` is called with each trace step of that call, after the graph's own `on_step`, and may raise
    `Cancelled`; `cancel` is an event that any thread can set to end that call with `Cancelled`. Methods that ask a
    language model or rank have asynchronous versions whose names begin with `a`, such as `aask`: they take and return
    the same, and do not block the event loop. The other methods are quick; use `asyncio.to_thread` for them.

    Args:
        store: the path of a graph file, an address of Neo4j (see `Neo4jStore.from_address`), or a store. The first
            build makes the graph; asking before that raises an error.
        llm: a chat model for extraction, reflection and answers; without one everything else still works.
        annotator: the language backend, or its name: `lite` (the default), `lite:parse`, `spacy:en_core_web_sm` (any
            pipeline), `stanza:en` (any language).
        embed: an embedding model as an additional ranking signal: `fastembed:MODEL`, `openai:MODEL`, the folder of an
            ONNX model, a function that turns texts into vectors, or `Embeddings` with one function for documents and
            one for questions.
        rerank: scores passages for a question, as the last step of `retrieve_passages`; sentences keep their ranking.
            Scoring each passage alone hurts if several answer together; `ChainRerank` also gets what leads to each.
        ranking: options of the ranking.
        concurrency: the most LLM requests at a time.
        cache_replies: keep the replies of an `llm` that has an `identity` in the store, and never ask it the same
            twice.
        limits: one rate of requests and one budget of tokens for everything this graph asks while it is open. When a
            build, a construction, a reflection or learning from questions has spent the budget, its results so far are
            kept, its report says what is left, and the same call under a new budget continues; `ask` and similar
            methods raise `BudgetSpentError`.
        on_step: called with each trace step of builds, reflections and answers, possibly from a worker thread.

    Raises:
        InputError: a language backend, embedding model or setting of that name does not exist, or `store` is not the
            place of a graph.
        MissingDependencyError: the embedding model needs the extra `fastembed`, which is not installed.
        LanguageModelSetupError: the embedding model is OpenAI's, and there is no key.
        StoreError: raised by any method if the store cannot be reached, read or written; by all but `build` and
            `delete` if there is no graph; and by methods that look up concepts if it holds documents in several
            languages.
    """

    def build(
        self,
        sources: Source | Iterable[Source],
        *,
        add: bool = False,
        prune: bool = False,
        root: str | PathLike[str] | None = None,
        workers: int | None = None,
        executor: AnyExecutor | None = None,
        write_in_workers: bool = False,
        extraction: Extraction = None,
        facts: Facts = None,
        index: bool | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> BuildReport:
        """Learn documents; those unchanged since the last build are skipped.

        With a language model, its extraction adds to what the patterns find. Unreadable files are named in the report
        and do not stop the build. When the tokens of `limits` are spent, the build stops: documents extracted in full
        are stored, the report says which are left, and the same build continues with them. Nothing is removed before a
        build is complete.

        A document replaces an earlier one with its id. Files, and documents made without an id, are identified by their
        sources: what a later build of a source no longer has is removed.

        Args:
            sources: documents, or paths of files and folders, one or several.
            add: add documents identified by their sources to what the graph holds of these, with further numbers,
                instead of replacing it.
            prune: remove the documents whose files are gone from the given folders, even if their ids were chosen. If a
                folder is missing or has nothing to read, nothing is removed from it.
            root: the folder below which the paths of files are their ids; by default the given folder, or one above it
                that the graph was built from. If the only given folder was moved, pass its former path, so that its
                documents keep their ids.
            workers: processes that analyse documents; None takes all cores. With an executor: the number of its
                workers, if it does not report it or will get more.
            executor: what analyses the documents instead of local processes: an engine by its name (`loky`, `dask`,
                `ray`, `dask://HOST:PORT`, `ray://HOST:PORT`); an executor of `concurrent.futures`, such as those of
                Dask and MPI, which is left running; or a function that makes one, and makes it anew after it broke. The
                graph is the same, byte for byte. A batch whose worker died is repeated; a document that kills its
                worker twice is left out and named in the report. Workers also read the files that they see at the same
                paths; this process reads the others, and JSON Lines and Parquet.
            write_in_workers: workers write what they analysed, so that this process does not have to, which pays off
                with many of them. This needs a graph in Neo4j that was opened by its address, which workers are given
                with the password. This process still writes what a language model is asked about.
            extraction: settings of the LLM extraction; False turns it off, None takes the default ones if this graph
                has an `llm`.
            facts: `open` learns facts from the parse of sentences, with `lite:parse` if the graph was opened without a
                language backend; `llm` asks the language model for them; `FactOptions` has options for both; False
                learns none. Documents learned in another way are learned again. With None each document stays
                unchanged, and new ones are learned like the one written last.
            index: make the index of the ranking, and the vectors if there is an embedding model, so that no question,
                in any process, has to wait for them. None does so after learning a large part of the graph, but not for
                each of many small additions; False leaves it to the next question.
            on_step: called with each trace step.
            cancel: ends the build when set; documents learned so far are kept.

        Raises:
            Cancelled: `cancel` was set, before the call or during it.
            ExecutorError: nothing answers at the address of an engine, or the executor takes no more work and cannot be
                made anew; what was learned before is kept.
            LanguageModelSetupError: an extraction, or facts by a language model, were requested and the language model
                cannot be used as it is set up.
            InputError: `prune` is given without a folder, `root` neither contains the sources nor is a former place of
                documents, the engine does not exist, workers cannot open the graph that they would write, or open facts
                were requested with a language backend that does not parse.
            MissingDependencyError: the engine is not installed.
            StoreError: the graph cannot be written.
        """
        flow = learning(
            self._opened,
            sources,
            add=add,
            prune=prune,
            root=root,
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
        """Let the LLM judge relations or facts whose evidence has changed since they were last judged (section 3.2.3).

        Args:
            options: settings of the reflection.
            on_step: called with each trace step.
            cancel: ends the reflection when set.

        Raises:
            Cancelled: `cancel` was set; verdicts so far are kept.
            LanguageModelSetupError: there is no language model, or it cannot be used as it is set up.
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

        Without a language model, phrases and clauses are read instead of asking it. The findings of each stage are an
        addition, kept when the stage ends, which `undo` takes back. The same document with the same options gives the
        same result, and asks a model with cached replies nothing again. Results for a former text of the document, and
        different findings of a stage, are replaced; those of stages that are now switched off are taken back.

        Args:
            source: the id of a document of the graph, a document, or the path of its file. A document that the graph
                does not hold in this form is learned first, without extraction by a language model, and without facts
                unless the graph already holds it with facts.
            options: which stages, and their thresholds.
            on_step: called with each trace step; `construction stage` has the findings of a stage.
            cancel: ends the run when set; finished stages are kept.

        Raises:
            Cancelled: `cancel` was set.
            InputError: the document does not exist, cannot be read or has no text, it fails a check and
                `options.strict` is set, or the graph was opened with a language backend that does not parse.
            LanguageModelSetupError: a language model must be asked, and there is none, or it cannot be used.
            LGMError: the embedding model failed; finished stages are kept.
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
        """Construct the graphs of several documents, a few at a time with their requests in common batches.

        Arguments and errors are those of `construct`, but a path may be that of a folder. If a document cannot be read,
        has no text, or fails a check with `options.strict`, its report says that it was refused. When the tokens of
        `limits` are spent, no further document is begun, and the reports say which are incomplete.
        """
        return self._run(constructing(self._opened, sources, options), self._opened.session(on_step, cancel))

    aconstruct_all = awaited(construct_all)

    def learn_facts(
        self, facts: Facts = "open", *, on_step: OnStep | None = None, cancel: threading.Event | None = None
    ) -> FactsReport:
        """Add the facts that the graph's documents state as an addition, without reading their files.

        `undo` takes it back by its id. Documents built later only have facts if that build learns them. A graph does
        not tell inline code and rows of tables from running text, so `open` also reads facts there, unlike a build.

        Args:
            facts: `open`, `llm`, or options.
            on_step: called with each trace step.
            cancel: ends the run when set; what was added so far is kept.

        Raises:
            Cancelled: `cancel` was set.
            InputError: `facts` is unknown, or the graph was opened with a language backend that does not parse.
            LanguageModelSetupError: a language model must be asked, and there is none.
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
        """Take questions through rounds of feedback together, and keep the missing facts that they find.

        In each round, every open question names what its answer lacks, passages about it are looked up, and new facts
        in them are added. What a question adds is one addition, which `undo` takes back. Finished rounds are kept if
        the run is cancelled or fails. A question for which the model fails ends with its answer so far and counts as
        wrong; the others continue.

        Args:
            questions: the questions; an `AskedQuestion` with known answers is scored in each round.
            options: settings for each question; additions are always kept.
            on_step: called with each trace step; `feedback round` has the state after a round.
            cancel: ends the run when set.

        Raises:
            InputError: there are no questions, one is empty, or the graph cannot be written.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: there is no language model, or it cannot be used as it is set up.
        """
        where = limiting_where(options, None, FeedbackOptions)
        flow = learning_from_questions(self._opened, questions, options)
        return self._run(flow, self._opened.session(on_step, cancel, where=where))

    alearn_from_questions = awaited(learn_from_questions)

    def import_facts(self, source: RecordedRows) -> FactsReport:
        """Add recorded triples that the sentences of the graph's documents support, as an addition.

        All words of both ends of a triple must stand in one sentence, its coreference marks or its title. Dropped
        triples are counted by reason. The same rows make the same addition.

        Args:
            source: a file of JSON Lines, or rows: each names a document by `id`, or `title` and `text`, and has
                `triples`, lists of subject, predicate and object.

        Raises:
            InputError: a row has no triples or names no document, the file cannot be read, or `source` is neither.
            StoreError: there is no graph, or it cannot be written.
        """
        return add_recorded_facts(self._opened.existing(), source)

    def import_graph(self, source: BinaryIO | str | PathLike[str]) -> ImportReport:
        """Import the documents of a JSON Lines export in one transaction, and report what was imported.

        They come with everything known of them, including additions, which become part of them and are no longer listed
        as additions; a document that the graph already holds is replaced. Lines are read one after another; some of the
        documents at a time are in memory, or all of them if the graph is in Neo4j.

        Args:
            source: the path of a file, or a binary stream.

        Raises:
            InputError: it cannot be read (the message has the line), or a document in it is incomplete; nothing is
                stored.
            SchemaVersionError: it has another format.
            StoreError: the graph cannot be written.
        """
        return import_from(source, self.store)

    def undo(self, ids: str | AdditionRecord | Iterable[str | AdditionRecord]) -> int:
        """Take additions back, all in one transaction; return how many there were.

        What documents or other additions also state stays. Records of lookups without a result are forgotten, even if
        there is nothing to take back.

        Args:
            ids: ids of additions, as in `FeedbackReport.additions`, or records from `additions`; one or several.

        Raises:
            InputError: an addition does not exist, or an id is of another type; then nothing is taken back.
        """
        return undo_additions(self._opened, ids)

    def delete(
        self, document_ids: str | Sequence[str] | None = None, *, where: Where | None = None, exact: bool = False
    ) -> int:
        """Delete documents, in one transaction, and everything only they supported; return how many there were.

        The log names missing ids, and documents that remain of a source if only some of it were deleted. All caches in
        the store are deleted too, because they contain text of documents. The parts of the ranking index and vectors
        for other documents are written back; replies of language models are not.

        Args:
            document_ids: ids of documents, or one id. The id of a file or another source deletes everything from it:
                `report.pdf` also deletes the other pages, `report.pdf:2` and so on.
            where: instead of ids, a filter, such as `{"source": "guide.md"}` for all documents from a source.
            exact: each id deletes only its own document.

        Raises:
            InputError: ids and a filter are both missing or both given, or the filter cannot be understood or lets
                everything through.
        """
        return delete_from(self.store, document_ids, where, exact=exact)
