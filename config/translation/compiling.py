"""Compiling a language's catalogues of all areas into the one for gettext, in Python only."""

from __future__ import annotations

import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from config.translation.areas import AREAS
from config.translation.catalogues import is_translated, read
from config.translation.languages import TARGET_LANGUAGES, Language


def compile_all(source: Path, target: Path) -> None:
    """Write `LANGUAGE/LC_MESSAGES/django.mo` below `target`, which exists completely or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(dir=target.parent, prefix="unfinished-"))
    for language in TARGET_LANGUAGES:
        place = unfinished / language.code / "LC_MESSAGES"
        place.mkdir(parents=True)
        with (place / "django.mo").open("wb") as file:
            write_mo(file, merge_catalogues(language, source))
    unfinished.chmod(0o755)
    try:
        unfinished.replace(target)
    except OSError:  # another process was quicker
        if not target.exists():
            raise


def merge_catalogues(language: Language, source: Path) -> Catalog:
    """Return all translations; missing ones are looked up in the frameworks' catalogues, then shown in English."""
    whole = Catalog(locale=language.code, fuzzy=False)
    for area in AREAS:
        for entry in read(language, area, source):
            if entry.id and is_translated(entry) and not entry.fuzzy:
                whole.add(entry.id, entry.string, context=entry.context)
    return whole
