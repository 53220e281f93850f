"""The languages of the program, one record each."""

from __future__ import annotations

from typing import NamedTuple

from config.translation.areas import AREAS, PUBLIC


class Language(NamedTuple):
    """A language of the program.

    `name` is its name in the language itself, `collation` the ICU order of names. `plurals` is gettext's rule for
    plural forms. `complete` are the areas that are translated and reviewed. Readers may choose the language when these
    include all areas for players and visitors.
    """

    code: str
    name: str
    collation: str
    plurals: str
    complete: frozenset[str] = frozenset()

    @property
    def is_offered(self) -> bool:
        return self.complete >= PUBLIC

    @property
    def forms(self) -> int:
        """The number of plural forms."""
        return int(self.plurals.partition(";")[0].partition("=")[2])


_ONE_OR_MANY = "nplurals=2; plural=(n != 1);"
_SLAVIC = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"

#: In the order of the language menu.
LANGUAGES = (
    Language("en", "English", "en", _ONE_OR_MANY, complete=frozenset(AREAS)),
    Language("fi", "suomi", "fi", _ONE_OR_MANY, complete=frozenset(AREAS)),
    Language("ja", "日本語", "ja", "nplurals=1; plural=0;", complete=frozenset(AREAS)),
    Language("de", "Deutsch", "de", _ONE_OR_MANY, complete=frozenset(AREAS)),
    Language("ru", "русский", "ru", _SLAVIC, complete=frozenset(AREAS)),
    Language("fr", "français", "fr", "nplurals=2; plural=(n > 1);", complete=frozenset(AREAS)),
    Language("es", "español", "es", _ONE_OR_MANY, complete=frozenset(AREAS)),
)
#: The language of the messages in the sources; it needs no catalogue.
SOURCE = "en"
TARGET_LANGUAGES = tuple(language for language in LANGUAGES if language.code != SOURCE)


def language_choices(*, unfinished: bool) -> list[tuple[str, str]]:
    """Return code and name of each language that readers may choose; for translators also `unfinished` ones."""
    return [(each.code, each.name) for each in LANGUAGES if unfinished or each.is_offered]


def language_of_code(code: str) -> Language:
    return next(each for each in LANGUAGES if each.code == code)
