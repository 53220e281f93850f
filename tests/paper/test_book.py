"""A book is read from the HTML of pages and laid out on paper."""

from paper.book import Chapter, ManualBook, blocks_of
from tests.paper.test_paper import NAMES, document, missing_glyphs, plain, read

PAGE = """
<h2>Print <em>now</em></h2>
<p>Select <b class="x">Print</b>, then   <a href="/x/">the poster</a>.</p>
<figure><img src="x.webp" alt="A picture"></figure>
<ol><li>Type <code>#set page</code>.</li><li>Wait:<ul><li>one</li><li>two</li></ul></li></ol>
<table class="lines"><thead><tr><th>Game</th><th>Results</th></tr></thead>
<tbody><tr><th scope="row">Chess</th><td>1-0 &amp; ½-½</td></tr></tbody></table>
"""


def words(block):
    return "".join(text for text, _look in block.runs)


def test_headings_paragraphs_lists_and_tables_are_read():
    heading, text, steps, table = blocks_of(PAGE)
    assert (heading.kind, words(heading)) == ("heading", "Print now")
    assert words(text) == "Select Print, then the poster."
    assert ("Print", "strong") in text.runs
    first, second = steps.blocks
    assert first.runs == [("Type ", ""), ("#set page", "code"), (".", "")]
    assert [words(each) for each in second.blocks[0].blocks] == ["one", "two"]
    assert [[words(cell) for cell in row.blocks] for row in table.blocks] == [
        ["Game", "Results"],
        ["Chess", "1-0 & ½-½"],
    ]


def test_unbalanced_tags_lose_no_words():
    assert [words(each) for each in blocks_of("</b></p><p>one</i><p>two")] == ["one", "two"]


def test_book_has_contents_bookmarks_and_all_scripts():
    chapters = tuple(Chapter(f"{at}. {name}", blocks_of(PAGE + f"<p>{name}</p>")) for at, name in enumerate(NAMES, 1))
    found = read(document(ManualBook(title="Manual", contents="Chapters", chapters=chapters)))
    assert sum(map(missing_glyphs, found.pages)) == 0
    assert [each.title for each in found.outline if not isinstance(each, list)][:1] == ["1. Åkerblom, Pekka"]
    front, *rest = (plain(page.extract_text()) for page in found.pages)
    assert plain("3. Иванов, Иван") in front
    assert "#setpage" in rest[0], "what looks like a command is words"
