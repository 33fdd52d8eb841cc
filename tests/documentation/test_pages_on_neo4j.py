"""What the pages show that need a Neo4j, on the one of the tests."""

from pathlib import Path

import pytest

from tests.documentation.page_runs import run_page
from tests.support.neo4j_server import Server
from tests.support.pages import PAGES, DocumentationPage, read_page

ON_NEO4J = [page for page in map(read_page, PAGES) if page.is_run and page.needs_neo4j]


@pytest.mark.parametrize("page", ON_NEO4J, ids=lambda page: page.name)
def test_what_a_page_shows_runs_from_top_to_bottom(
    page: DocumentationPage, neo4j_server: Server, tmp_path: Path
) -> None:
    variables = {"URI": neo4j_server.uri, "USERNAME": neo4j_server.username, "PASSWORD": neo4j_server.password}
    run_page(page, tmp_path, **{f"NEO4J_{name}": value for name, value in variables.items()})
