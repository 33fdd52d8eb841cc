"""A real Neo4j for the tests: yours if `NEO4J_URI` is set, else a Community server started from its Maven artifacts.

`python -m tests.support.neo4j_server [--apoc] [--newest]` starts one in the foreground and stops it on Ctrl-C. The
jars are copied once into the user's cache folder. Needs `java` (17 or later, 21 or later for the newest) and `mvn`.
"""

import argparse
import atexit
import contextlib
import functools
import hashlib
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import neo4j

MAVEN = Path(__file__).with_name("neo4j")
START_SECONDS = 180
DOWNLOAD_SECONDS = 900
USERNAME = "neo4j"


class Unavailable(RuntimeError):
    """Say why no server can be had here."""


@dataclass(frozen=True)
class Release:
    """A version of Neo4j, the least Java it runs on, and its main class."""

    version: str
    java: int
    main_class: str


LONG_TERM = Release("5.26.30", 17, "org.neo4j.server.CommunityEntryPoint")
NEWEST = Release("2026.08.1", 21, "org.neo4j.server.Neo4jCommunity")

CONFIGURATION = """
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
{memory}
server.directories.plugins={plugins}
dbms.security.auth_enabled=true
dbms.security.procedures.unrestricted=apoc.*
dbms.usage_report.enabled=false
server.config.strict_validation.enabled=false
server.fleet_discovery.enabled=false
dbms.fleet_manager.enabled=false
db.tx_log.preallocate=false
"""

# A server that lives for one test run starts in half the time without the optimising compiler.
SHORT_RUN = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
SHORT_RUN_MEMORY = "server.memory.pagecache.size=128m"
# What is measured is Neo4j as it comes: the heap and page cache it takes by itself, the collector it is set up with.
LONG_RUN = ("-XX:+UseG1GC",)

# What the distribution's own start script opens to the server.
OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")


def cache_folder() -> Path:
    """Return where jars are kept between runs."""
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "language-graph-model"


def jars(pom: Path, *, name: str, **properties: str) -> Path:
    """Return a folder with the jars of a pom, copied there by Maven the first time."""
    key = hashlib.sha256(pom.read_bytes() + repr(sorted(properties.items())).encode()).hexdigest()[:12]
    folder = cache_folder() / f"{name}-{key}"
    if folder.is_dir():
        return folder
    maven = shutil.which("mvn")
    if maven is None:
        raise Unavailable("there is no `mvn` to fetch Neo4j with; install Maven, or set NEO4J_URI to a server of yours")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        command = [maven, "--batch-mode", "--quiet", "--file", str(pom), "dependency:copy-dependencies"]
        command += ["-DincludeScope=runtime", f"-DoutputDirectory={temporary}/jars"]
        command += [f"-D{name}={value}" for name, value in properties.items()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS, check=False)
        if done.returncode:
            raise Unavailable(f"Maven could not fetch {name}: {(done.stdout + done.stderr).strip()[-600:]}")
        with contextlib.suppress(OSError):  # Another run was quicker.
            Path(temporary, "jars").rename(folder)
    return folder


def java(least: int) -> str:
    """Return a Java that is new enough: JAVA_HOME, the one on the path, or one installed beside it."""
    homes = [Path(os.environ["JAVA_HOME"])] if "JAVA_HOME" in os.environ else []
    found = shutil.which("java")
    candidates = [home / "bin" / "java" for home in homes] + ([Path(found)] if found else [])
    candidates += sorted(Path("/usr/lib/jvm").glob("*/bin/java"))
    for candidate in candidates:
        if candidate.exists() and java_version(candidate) >= least:
            return str(candidate)
    raise Unavailable(f"Neo4j needs Java {least} or later, and there is none; install one, or set NEO4J_URI")


def java_version(executable: Path) -> int:
    told = subprocess.run([executable, "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', told)
    return int(version[1]) if version else 0


def new_name() -> str:
    """Return a name that no graph has, not even of an earlier run on the same server."""
    return f"test-{secrets.token_hex(8)}"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class LocalServer:
    """A Community server in a temporary folder of its own, on loopback, with a random password.

    `stop` or `kill`, and `start` again, keep the data; `close` removes it. When this process dies, so does the server.
    """

    def __init__(self, release: Release = LONG_TERM, *, apoc: bool = False, benchmark: bool = False) -> None:
        self.release, self.apoc, self.benchmark = release, apoc, benchmark
        self.username, self.password = USERNAME, secrets.token_urlsafe(16)
        self.port = free_port()
        self.uri = f"bolt://127.0.0.1:{self.port}"
        self._home: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "LocalServer":
        """Start the server and wait until it answers."""
        first = self._home is None
        home = self._home = self._home or self._make_home()
        log = (home / "console.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [sys.executable, str(MAVEN / "supervise.py"), str(home), *self._command(home)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait(home)
        if first:
            self._set_password()
        return self

    def stop(self) -> None:
        """Stop the server cleanly; its data stays until `close`."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):  # It has ended by itself.
                self._process.stdin.write(b".")
                self._process.stdin.close()
            self._process.wait(60)
        self._process = None

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            while self._is_listening():
                time.sleep(0.05)
        self._process = None

    @property
    def home(self) -> Path:
        """Return the folder of a server that was started."""
        assert self._home is not None
        return self._home

    def processor_seconds(self) -> float:
        """Return how long processors have worked for the server (on Linux)."""
        assert self._process is not None
        supervisor = self._process.pid
        java = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()[0]
        user, system = Path(f"/proc/{java}/stat").read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def data_bytes(self) -> int:
        """Return how many bytes the files of its databases have, without the logs of transactions."""
        assert self._home is not None
        return sum(path.stat().st_size for path in (self._home / "data" / "databases").rglob("*") if path.is_file())

    def close(self) -> None:
        """End the server and remove its folder."""
        self.kill()
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)
        self._home = None

    def _make_home(self) -> Path:
        home = Path(tempfile.mkdtemp(prefix="lgm-neo4j-"))
        (home / "conf").mkdir()
        memory = "" if self.benchmark else SHORT_RUN_MEMORY
        configuration = CONFIGURATION.format(port=self.port, plugins=self._plugins() or "plugins", memory=memory)
        (home / "conf" / "neo4j.conf").write_text(configuration, encoding="utf-8")
        return home

    def _plugins(self) -> Path | None:
        return jars(MAVEN / "apoc" / "pom.xml", name="neo4j-plugins") if self.apoc else None

    def _command(self, home: Path) -> list[str]:
        release = self.release
        libraries = jars(MAVEN / "pom.xml", name="neo4j", **{"neo4j.version": release.version})
        path = [f"{folder}/*" for folder in (libraries, self._plugins()) if folder]
        opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
        return [
            java(release.java),
            *(LONG_RUN if self.benchmark else SHORT_RUN),
            *opened,
            "-cp",
            os.pathsep.join(path),
            release.main_class,
            f"--home-dir={home}",
            f"--config-dir={home / 'conf'}",
            "--console-mode",
        ]

    def _wait(self, home: Path) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            if self._is_listening():
                return
            time.sleep(0.1)
        told = (home / "console.log").read_text(encoding="utf-8", errors="replace")[-2000:]
        self.close()
        raise Unavailable(f"Neo4j {self.release.version} did not start: {told}")

    def _is_listening(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def _set_password(self) -> None:
        import neo4j

        with neo4j.GraphDatabase.driver(self.uri, auth=(USERNAME, "neo4j")) as driver:  # what it is at first
            statement = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password"
            driver.execute_query(statement, password=self.password, database_="system")


@dataclass(frozen=True)
class RemoteServer:
    """A server of yours, named by NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD."""

    uri: str
    username: str
    password: str

    def close(self) -> None:
        """Leave it running."""


Server = LocalServer | RemoteServer


@functools.cache
def shared_server(*, apoc: bool) -> Server:
    """Return the one server of this test run: yours, or one that is started now and ends with the run."""
    if uri := os.environ.get("NEO4J_URI"):
        return RemoteServer(uri, os.environ.get("NEO4J_USERNAME", USERNAME), os.environ.get("NEO4J_PASSWORD", ""))
    release = NEWEST if os.environ.get("NEO4J_RELEASE") == "newest" and not apoc else LONG_TERM
    server = LocalServer(release, apoc=apoc)
    atexit.register(server.close)
    return server.start()


def connected(server: Server, **options: float) -> "neo4j.Driver":
    """Return a driver for a server."""
    import neo4j

    return neo4j.GraphDatabase.driver(server.uri, auth=(server.username, server.password), **options)


def main() -> None:
    """Serve in the foreground until Ctrl-C."""
    arguments = argparse.ArgumentParser(description="Start a Neo4j Community server to try things on.")
    arguments.add_argument("--apoc", action="store_true", help="with APOC core, which LlamaIndex's own store needs")
    arguments.add_argument("--newest", action="store_true", help="the newest release instead of the long-term one")
    options = arguments.parse_args()
    server = LocalServer(NEWEST if options.newest else LONG_TERM, apoc=options.apoc)
    try:
        server.start()
        variables = {"URI": server.uri, "USERNAME": server.username, "PASSWORD": server.password}
        sys.stdout.writelines(f"export NEO4J_{name}={value}\n" for name, value in variables.items())
        sys.stdout.write("# Ctrl-C stops the server and removes its data.\n")
        sys.stdout.flush()
        signal.pause()
    except Unavailable as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


if __name__ == "__main__":
    main()
