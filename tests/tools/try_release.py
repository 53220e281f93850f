"""Build a release, install it as people do, and use it: a first account, a tournament, a backup and its restore.

    .venv/bin/python -m tests.tools.try_release [--keep FOLDER]

uv installs the application in a separate folder, and it starts with an empty home folder. The archive is unpacked and
started with the README's command. Both download their packages from pip's index. This takes a minute or two.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode

from release.__main__ import main as build_release
from tests.serving import free_port

#: The time limit for a start that installs packages and creates a database, in seconds.
PATIENCE = 600.0
NAME = "Release Cup"


class Fields(HTMLParser):
    """The fields of the form that has a name field, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.forms.append({})
        elif self.forms and tag == "input" and (values.get("type") not in ("checkbox", "radio") or "checked" in values):
            self.forms[-1][values.get("name", "")] = values.get("value", "")
        elif tag == "select":
            self._select = values.get("name", "")
        elif self.forms and tag == "option" and (self._select not in self.forms[-1] or "selected" in values):
            self.forms[-1][self._select] = values.get("value", "")


class Visitor:
    """A browser without scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def read(self, path: str, data: bytes | None = None) -> tuple[str, str]:
        """Return the final URL of a page after redirects, and its text."""
        with self._opener.open(f"{self.address}{path}", data, timeout=60) as response:
            return response.url, response.read().decode()

    def send(self, path: str, **entered: str) -> tuple[str, str]:
        """Fill in the form with these fields and send it."""
        _url, page = self.read(path)
        fields = [form for form in Fields(page).forms if set(entered) <= set(form)][-1]
        return self.read(path, urlencode({**fields, **entered}).encode())


@contextmanager
def running(command: Sequence[str], environment: dict[str, str], cwd: Path) -> Iterator[Visitor]:
    """Run a server, and stop it as Ctrl+C does."""
    port = free_port()
    with (cwd / "said.txt").open("w") as text:
        process = subprocess.Popen(
            [*command, "start", "--port", str(port)], env=environment, cwd=cwd, stdout=text, stderr=text,
            start_new_session=True,
        )  # fmt: skip
    visitor, deadline = Visitor(f"http://127.0.0.1:{port}"), time.monotonic() + PATIENCE
    try:
        while not answers(visitor):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"It does not start.\n{(cwd / 'said.txt').read_text()}")
            time.sleep(0.1)
        yield visitor
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)


def answers(visitor: Visitor) -> bool:
    try:
        visitor.read("/up/")
    except (URLError, ConnectionError, TimeoutError):
        return False
    return True


def try_wheel(wheel: Path, folder: Path) -> None:
    """Install the application, create an account and a tournament, back up, lose the data, and restore it."""
    home = folder / "home"
    home.mkdir()
    environment = _environment(home, UV_TOOL_DIR=str(folder / "tools"), UV_TOOL_BIN_DIR=str(folder / "bin"))
    uv = [sys.executable, "-m", "uv", "--system-certs", "tool", "install", "--quiet", str(wheel)]
    subprocess.run(uv, env=environment, check=True)
    kierros, backup = str(folder / "bin/kierros"), folder / "everything.zip"

    def run(*arguments: str) -> str:
        return subprocess.run([kierros, *arguments], env=environment, check=True, capture_output=True, text=True).stdout

    with running([kierros], environment, folder) as visitor:
        visitor.send("/account/first/", username="Ann", password="a long enough password")
        url, _page = visitor.send("/new/", name=NAME)
        slug = re.fullmatch(r".*/t/([^/]+)/.*", url)
        assert slug, f"no tournament was made: {url}"
        assert "kierros backup FILE" in visitor.read("/manual/owner/")[1]
        assert "1 tournaments" in run("backup", str(backup))
    second = _environment(folder / "second", **{key: environment[key] for key in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR")})
    with running([kierros], second, folder):
        pass
    environment = second
    assert "Restored and verified" in run("restore", str(backup), "--yes")
    with running([kierros], environment, folder) as visitor:
        visitor.send("/account/sign-in/", username="Ann", password="a long enough password")
        assert NAME in visitor.read(f"/t/{slug[1]}/desk/")[1]


def try_archive(archive: Path, folder: Path) -> None:
    """Unpack the archive and start it with the README's second command, which includes the first."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    command = [getattr(sys, "_base_executable", sys.executable), "manage.py"]
    with running(command, _environment(folder / "home"), unpacked) as visitor:
        assert "account" in visitor.read("/")[1]


def _environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a user with only a home folder."""
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("KIERROS", "PYTHON", "XDG", "VAR_"))
    }
    for name in ("DATABASE_URL", "EMBEDDED_POSTGRES_DIR", "EMBEDDED_POSTGRES_NAME", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    home.mkdir(exist_ok=True)
    return {**environment, "HOME": str(home), **more}


def main() -> None:
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("--keep", type=Path, help="a folder for the files of the release")
    keep = parser.parse_args().keep
    with tempfile.TemporaryDirectory(prefix="kierros-release-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # root's PostgreSQL runs as another account
        built = keep or folder / "built"
        build_release([str(built)])
        for file, what in (("kierros-*.whl", try_wheel), ("kierros-*.tar.gz", try_archive)):
            (path,) = built.resolve().glob(file)
            own = folder / what.__name__
            own.mkdir(mode=0o755)
            started = time.monotonic()
            what(path, own)
            print(f"{path.name}: works, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
