"""Static files are sent compressed to clients that accept it, and otherwise whole or in parts."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from server.middleware.filters import OF_PAGES
from tournaments.web import statics

HTMX = "django_htmx/htmx-2.min.js"
FILES = ["site.css", "results.js", "unsent_queue.js", "results_queue.js", HTMX]


@pytest.mark.parametrize("name", FILES)
def test_browser_gets_compressed_files(client, name):
    whole = statics.whole(Path(finders.find(name)))
    for accepted, way, unpacked in (("gzip", "gzip", gzip.decompress), ("gzip, br", "br", brotli.decompress)) * 2:
        answer = client.get(f"/static/{name}", headers={"Accept-Encoding": accepted})
        assert answer["Content-Encoding"] == way
        assert answer["Vary"] == "Accept-Encoding"
        assert int(answer["Content-Length"]) == len(answer.content) < len(whole) / 2
        shorter = unpacked(answer.content)
        assert shorter == whole if ".min." in name else b"/*" not in shorter and len(shorter) < len(whole) * 0.9


@pytest.mark.django_db
def test_style_sheets_and_scripts_have_no_headers_about_pages(client):
    for name in ("site.css", "site.js"):
        answer = client.get(f"/static/{name}", headers={"Accept-Encoding": "br"})
        assert not set(OF_PAGES) & set(answer.headers)
        assert answer["X-Content-Type-Options"] == "nosniff"
    for address in ("/worker.js", "/nowhere/"):
        assert "Content-Security-Policy" in client.get(address), address


def fetch_unpacked(client, name):
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
    return gzip.decompress(answer.content)


def scripts():
    """Return (name, path) of each script that is served: our own and those of libraries."""
    found = {name: store for finder in finders.get_finders() for name, store in finder.list([])}
    return sorted((name, Path(store.path(name))) for name, store in found.items() if name.endswith(".js"))


OWN = settings.BASE_DIR / "static"


def own_scripts():
    return [path for _, path in scripts() if path.parent == OWN]


@pytest.mark.parametrize("path", own_scripts(), ids=lambda path: path.name)
def test_minifying_keeps_the_texts_of_scripts(client, path):
    texts = re.compile(rb"`[^`]*`|\"[^\"\n]*\"")
    assert texts.findall(fetch_unpacked(client, path.name)) == texts.findall(
        re.sub(rb"(?m)^ *(//|/?\*).*", b"", path.read_bytes())
    )


def own_sheets():
    return sorted(OWN.glob("*.css"))


@pytest.mark.parametrize("path", own_sheets(), ids=lambda path: path.name)
def test_minified_style_sheet_loses_only_blanks_and_comments(client, path):
    short, whole = fetch_unpacked(client, path.name), re.sub(rb"(?s)/\*.*?\*/", b"", statics.whole(path))
    texts = re.compile(rb"""\"[^"]*\"|'[^']*'""")
    assert texts.findall(short) == texts.findall(whole)
    assert re.sub(rb"[\s;]", b"", short) == re.sub(rb"[\s;]", b"", whole)


@pytest.mark.parametrize("path", own_scripts(), ids=lambda path: path.name)
def test_minified_script_loses_only_indentation_and_comments(client, path):
    stored = re.sub(rb"(?m)(^|\s)//\s.*$", b"", re.sub(rb"(?s)/\*.*?\*/", b"", path.read_bytes()))
    assert fetch_unpacked(client, path.name).split() == stored.split()


def test_scripts_of_libraries_stay_unchanged(client):
    theirs = [(name, path) for name, path in scripts() if path.parent != OWN]
    changed = [name for name, path in theirs if fetch_unpacked(client, name) != path.read_bytes()]
    assert (len(theirs) > 10, changed) == (True, [])


def test_client_without_compression_gets_the_plain_file(client):
    answer = client.get("/static/site.css")
    assert b"".join(answer) == (settings.BASE_DIR / "static/site.css").read_bytes()
    assert answer["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in answer


def test_range_and_conditional_requests_still_work(client):
    part = client.get("/static/site.css", headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert part.status_code == 206
    assert b"".join(part) == (settings.BASE_DIR / "static/site.css").read_bytes()[:10]
    packed = client.get("/static/site.css", headers={"Accept-Encoding": "gzip"})
    known = {"Accept-Encoding": "gzip", "If-Modified-Since": packed["Last-Modified"]}
    assert client.get("/static/site.css", headers=known).status_code == 304


def test_first_load_of_the_results_page_stays_in_its_budget(client):
    """The scripts and styles of the first load are smaller than 30,000 bytes, compressed."""
    names = ["entry.css", "site.js", "results.js", "unsent_queue.js", "results_queue.js", HTMX]
    answers = [client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip, deflate, br, zstd"}) for name in names]
    assert sum(len(answer.content) for answer in answers) < 30_000


def test_style_sheet_includes_its_imports_in_content_and_hash(client, tmp_path):
    site, base = tmp_path / "site.css", tmp_path / "base.css"
    site.write_text('@import "base.css";\np { color: red; }\n')
    marks = set()
    for colour in ("black", "blue"):
        base.write_text(f"a {{ color: {colour}; }}\n")
        assert statics.whole(site) == f"a {{ color: {colour}; }}\n\np {{ color: red; }}\n".encode()
        statics.mark.cache_clear()
        marks.add(statics.mark(site))
    assert len(marks) == 2
    for name in ("site.css", "entry.css"):
        assert b"@import" not in fetch_unpacked(client, name)
