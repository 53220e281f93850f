"""The files that translators fill in: `locale/LANGUAGE/AREA.po`, kept in step with the messages of the program."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from config.translation.areas import AREAS, ROOT
from config.translation.extraction import Message, MessageUse
from config.translation.languages import Language

FOLDER = ROOT / "locale"

#: No date, no name and no version: a file changes only if a message does.
_HEADER = """\
# {about}.
# docs/translating.md says how to fill this file. `manage.py update_catalogues` keeps its messages.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: {code}\\n"
"Plural-Forms: {plurals}\\n"

"""


class Translation(NamedTuple):
    """A translator's entry: the text, or one for each plural form; and the translator's comments."""

    text: str | tuple[str, ...]
    notes: tuple[str, ...]


def path_of(language: Language, area: str, folder: Path = FOLDER) -> Path:
    return folder / language.code / f"{area}.po"


def read(language: Language, area: str, folder: Path = FOLDER) -> Catalog:
    """Return the catalogue of one area, empty if there is no file."""
    path = path_of(language, area, folder)
    content = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(content), locale=language.code, abort_invalid=True)


def update(language: Language, messages: Mapping[Message, MessageUse], folder: Path = FOLDER) -> None:
    """Write the messages of each area; translations stay, even if a message moved to another area.

    A translation whose message is gone becomes a comment at the end of its file, and returns with the message.
    """
    translations = dict(_translations(language, folder))
    unused = dict(translations)
    areas = {area: _empty(language) for area in AREAS}
    for (text, context), found in messages.items():
        old = translations.get(_key(text, context))
        unused.pop(_key(text, context), None)
        areas[found.area].add(
            text,
            _fitting(text, old[1].text if old else "", language),
            locations=[(source, 1) for source in found.sources],
            auto_comments=found.comments,
            user_comments=old[1].notes if old else (),
            context=context,
        )
    for (text, context), (area, translation) in unused.items():
        entry = Entry(text, translation.text, user_comments=translation.notes, context=context)
        areas[area].obsolete[areas[area]._key_for(text, context)] = entry  # noqa: SLF001 as its own update does
    for area, catalogue in areas.items():
        _write(catalogue, language, area, folder)


def forms(entry: Entry) -> tuple[str, ...]:
    """Return the translator's text, or one for each plural form."""
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def is_translated(entry: Entry) -> bool:
    return bool(forms(entry)) and all(forms(entry))


Key = tuple[str | tuple[str, ...], str | None]


def _key(text: str | tuple[str, ...] | list[str], context: str | None) -> Key:
    return (text if isinstance(text, str) else tuple(text)), context


def _translations(language: Language, folder: Path) -> Iterator[tuple[Key, tuple[str, Translation]]]:
    """Yield every message that was ever translated, those in use last."""
    catalogues = {area: read(language, area, folder) for area in AREAS}
    for old in (True, False):
        for area, catalogue in catalogues.items():
            for entry in catalogue.obsolete.values() if old else catalogue:
                text = forms(entry)
                if entry.id and (any(text) or entry.user_comments):
                    translation = text if isinstance(entry.id, (tuple, list)) else "".join(text)
                    yield _key(entry.id, entry.context), (area, Translation(translation, tuple(entry.user_comments)))


def _empty(language: Language) -> Catalog:
    return Catalog(locale=language.code, fuzzy=False)


def _fitting(
    text: str | tuple[str, ...], translated: str | tuple[str, ...], language: Language
) -> str | tuple[str, ...]:
    """Return a translation with as many plural forms as the message has in this language, empty if it does not
    match.
    """
    if isinstance(text, str):
        return translated if isinstance(translated, str) else ""
    whole = isinstance(translated, tuple) and len(translated) == language.forms
    return translated if whole else ("",) * language.forms


def _write(catalogue: Catalog, language: Language, area: str, folder: Path) -> None:
    file = io.BytesIO()
    write_po(file, catalogue, width=0, omit_header=True, include_lineno=False)
    header = _HEADER.format(about=AREAS[area].about, code=language.code, plurals=language.plurals)
    path = path_of(language, area, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{header}{file.getvalue().decode()}".rstrip("\n") + "\n")
