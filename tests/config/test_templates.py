"""Templates are readable, and the server sends the same page in fewer bytes."""

import pytest
from django.conf import settings

from config.templates import without_white_space

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<ul>\n  <li>\n    one\n  </li>\n</ul>\n", "<ul><li>one</li></ul>"),
        ("<p>\n  one\n  <b>two</b>\n</p>", "<p>one <b>two</b></p>"),
        ("<p>one <b>two</b></p>", "<p>one <b>two</b></p>"),
        ('<a\n  href="/"\n  class="main"\n>home</a>', '<a href="/" class="main">home</a>'),
        ("<td>\n  {% if bye %}\n    <p>bye</p>\n  {% endif %}\n</td>", "<td>{% if bye %}<p>bye</p>{% endif %}</td>"),
        (
            "<p>\n  {% if bye %}\n    bye\n  {% endif %}\n</p>",
            "<p>{% if bye %}\nbye\n{% endif %}</p>".replace("\n", " "),
        ),
        ("{{ a }}\n{{ b }}", "{{ a }} {{ b }}"),
        (
            '<option\n  value="1"\n  {% if on %}selected{% endif %}\n>',
            '<option value="1" {% if on %}selected{% endif %}>',
        ),
        ("<pre>\n  as it\n  stands\n</pre>", "<pre>\n  as it\n  stands\n</pre>"),
    ],
)
def test_insignificant_white_space_is_not_sent(written, sent):
    assert without_white_space(written).strip() == sent


def test_lines_of_templates_are_short():
    long = [
        f"{path.relative_to(settings.BASE_DIR)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > 120
    ]
    assert not long


def test_messages_over_several_lines_are_trimmed():
    """Without `trimmed` the indentation would be part of the message."""
    opened = [
        (path.name, block.split("%}")[0])
        for path in TEMPLATES
        for block in path.read_text().split("{% blocktranslate")[1:]
        if "\n" in block.split("{% endblocktranslate")[0]
    ]
    assert opened
    assert all("trimmed" in head for _name, head in opened)


def test_pages_of_the_desk_mark_its_tab():
    of_desk = [path for path in TEMPLATES if "desk/desk_nav.html" in path.read_text()]
    assert len(of_desk) > 10
    assert [path.name for path in of_desk if 'tab="desk"' not in path.read_text()] == []


def test_style_sheets_have_one_rule_a_line_and_short_lines():
    sheets = {path.name: path.read_text().splitlines() for path in (settings.BASE_DIR / "static").glob("*.css")}
    assert {"site.css", "screen.css"} <= sheets.keys()
    lines = [(f"{name}:{number}", line) for name, read in sheets.items() for number, line in enumerate(read, start=1)]
    assert not [at for at, line in lines if len(line) > 120]
    assert not [at for at, line in lines if "}" in line.rstrip("} ")]
