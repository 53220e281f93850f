"""Messages get into the translators' files, and from there into gettext."""

import gettext
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path

import icu
import pytest
from babel.messages.plurals import get_plural
from django.conf import settings
from django.utils.formats import get_format
from django.utils.translation import check_for_language, override

from config.translation import catalogues, compiled, compiling
from config.translation.areas import AREAS, PUBLIC, ROOT, area_of
from config.translation.extraction import MessageUse, find_messages
from config.translation.languages import LANGUAGES, SOURCE, TARGET_LANGUAGES, language_choices, language_of_code
from tests.catalogue_faults import MISTAKES
from tournaments.core.words.figures import HALF_IS_SINGULAR
from tournaments.core.words.moments import FORMS

FI, RU = language_of_code("fi"), language_of_code("ru")
DESK, PLAYERS = "templates/desk/desk.html", "templates/players/bar.html"
ROUND = ("Round", None)
PLAYERS_LEFT = (("{n} player", "{n} players"), "of a list")


def messages(**sources):
    """Return two messages, each found in the given sources."""
    return {
        ROUND: MessageUse(list(sources.get("round", [DESK])), []),
        PLAYERS_LEFT: MessageUse(list(sources.get("players", [PLAYERS])), ["n: how many."]),
    }


def translate(folder, language, area, *pairs):
    """Fill empty places of a file, as a translator does."""
    path = catalogues.path_of(language, area, folder)
    content = path.read_text()
    for empty, filled in pairs:
        assert content.count(empty) == 1
        content = content.replace(empty, filled)
    path.write_text(content)


@pytest.fixture
def folder(tmp_path):
    catalogues.update(FI, messages(), tmp_path)
    translate(tmp_path, FI, "desk", ("#: ", "# of chess\n#: "), ('"Round"\nmsgstr ""', '"Round"\nmsgstr "Kierros"'))
    translate(
        tmp_path, FI, "players", ('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "{n} pelaaja"\nmsgstr[1] "{n} pelaajaa"')
    )
    return tmp_path


def text(folder, area, language=FI):
    return catalogues.path_of(language, area, folder).read_text()


class TestUpdate:
    def test_writes_each_message_into_its_area_with_notes_for_translators(self, folder):
        assert text(folder, "players").endswith(
            '#. n: how many.\n#: templates/players/bar.html\n#, python-brace-format\nmsgctxt "of a list"\n'
            'msgid "{n} player"\nmsgid_plural "{n} players"\nmsgstr[0] "{n} pelaaja"\nmsgstr[1] "{n} pelaajaa"\n'
        )

    def test_gives_each_language_its_number_of_plural_forms(self, tmp_path):
        catalogues.update(RU, messages(), tmp_path)
        assert text(tmp_path, "players", RU).endswith('msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n')

    def test_writes_nothing_if_nothing_changed(self, folder):
        before = {path: path.read_text() for path in folder.rglob("*.po")}
        catalogues.update(FI, messages(), folder)
        assert before == {path: path.read_text() for path in folder.rglob("*.po")}
        assert len(before) == len(AREAS)

    def test_moves_a_translation_with_its_message(self, folder):
        catalogues.update(FI, messages(round=[DESK, "templates/base.html"]), folder)
        assert "Kierros" not in text(folder, "desk")
        assert '# of chess\n#: templates/base.html templates/desk/desk.html\nmsgid "Round"\nmsgstr "Kierros"' in text(
            folder, "public"
        )

    def test_keeps_translations_of_removed_messages_for_their_return(self, folder):
        before = text(folder, "desk")
        catalogues.update(FI, {PLAYERS_LEFT: messages()[PLAYERS_LEFT]}, folder)
        assert '#~ msgid "Round"\n#~ msgstr "Kierros"' in text(folder, "desk")
        catalogues.update(FI, messages(), folder)
        assert text(folder, "desk") == before

    def test_guesses_nothing(self, folder):
        changed = {
            ("Rounds", None): MessageUse([DESK], []),
            (("{n} player", "{n} persons"), "of a list"): MessageUse([DESK], []),
        }
        catalogues.update(FI, changed, folder)
        assert "fuzzy" not in text(folder, "desk")
        assert 'msgid "Rounds"\nmsgstr ""' in text(folder, "desk")
        assert 'msgid_plural "{n} persons"\nmsgstr[0] ""\nmsgstr[1] ""' in text(folder, "desk")


class TestCompiled:
    def test_contains_the_translations_of_all_areas(self, folder, tmp_path):
        where = compiled.compile_catalogues(folder, tmp_path / "var")
        answer = gettext.translation("django", where, ["fi"])
        assert answer.gettext("Round") == "Kierros"
        assert [answer.npgettext("of a list", *PLAYERS_LEFT[0], number) for number in (1, 2)] == [
            "{n} pelaaja",
            "{n} pelaajaa",
        ]

    def test_leaves_out_untranslated_messages(self, folder, tmp_path):
        translate(folder, FI, "players", ('"{n} pelaajaa"', '""'))
        translate(folder, FI, "desk", ('"Kierros"', '""'))
        assert len(compiling.merge_catalogues(FI, folder)) == 0

    def test_is_compiled_once_for_each_state_of_the_files(self, folder, tmp_path, monkeypatch):
        first = compiled.compile_catalogues(folder, tmp_path / "var")
        monkeypatch.setattr(compiling, "compile_all", None)
        assert compiled.compile_catalogues(folder, tmp_path / "var") == first
        monkeypatch.undo()
        translate(folder, FI, "desk", ('"Kierros"', '"kierros"'))
        second = compiled.compile_catalogues(folder, tmp_path / "var")
        assert gettext.translation("django", second, ["fi"]).gettext("Round") == "kierros"

    def test_old_states_are_deleted(self, folder, tmp_path):
        for number in range(compiled.MOST_FOLDERS + 2):
            translate(folder, FI, "desk", ("# of chess", f"# {number}\n# of chess"))
            newest = compiled.compile_catalogues(folder, tmp_path / "var")
        left = list((tmp_path / "var").iterdir())
        assert len(left) == compiled.MOST_FOLDERS
        assert newest in left

    def test_two_processes_can_compile_at_once(self, folder, tmp_path):
        target = tmp_path / "var" / "mark"
        compiling.compile_all(folder, target)
        compiling.compile_all(folder, target)
        assert {path.name for path in target.iterdir()} == {language.code for language in TARGET_LANGUAGES}

    def test_without_translations_messages_are_english(self, tmp_path):
        where = compiled.compile_catalogues(tmp_path / "none", tmp_path / "var")
        assert gettext.translation("django", where, ["fi"], fallback=True).gettext("Round") == "Round"


class TestAreas:
    @pytest.mark.rotates(8)
    def test_each_message_has_one_area(self):
        found = find_messages()
        assert {each.area for each in found.values()} == set(AREAS)

    @pytest.mark.parametrize("area", AREAS)
    def test_every_pattern_matches_a_source(self, area):
        paths = [path.relative_to(ROOT).as_posix() for path in sources()]
        unused = [
            p for p in AREAS[area].sources if not any(fnmatch(path, p) and area_of(path) == area for path in paths)
        ]
        assert not unused

    def test_longer_pattern_wins(self):
        assert area_of("templates/results/results.html") == "desk"
        assert area_of("templates/results/absent.html") == "public"


def sources():
    folders = {pattern.partition("/")[0] for area in AREAS.values() for pattern in area.sources}
    return [path for folder in sorted(folders) for kind in ("*.py", "*.html") for path in (ROOT / folder).rglob(kind)]


class TestLanguages:
    def test_english_is_always_offered_first(self):
        assert language_choices(unfinished=False)[0] == (SOURCE, "English")

    def test_language_is_offered_once_its_public_areas_are_complete(self):
        assert FI._replace(complete=PUBLIC).is_offered
        assert not FI._replace(complete=PUBLIC - {"games"}).is_offered

    def test_translators_see_all_languages(self):
        assert dict(language_choices(unfinished=True)) == {each.code: each.name for each in LANGUAGES}

    @pytest.mark.parametrize("language", TARGET_LANGUAGES)
    def test_plural_rule_has_as_many_forms_as_the_record(self, language):
        plural = gettext.c2py(language.plurals.partition("plural=")[2].rstrip(";"))
        assert {plural(number) for number in range(200)} == set(range(language.forms))


@pytest.mark.parametrize("language", LANGUAGES)
class TestNewLanguage:
    """The requirements for a new language, and the parts that it needs."""

    def test_has_a_collation(self, language):
        assert icu.Locale(language.collation).getLanguage() in {each[:2] for each in icu.Collator.getAvailableLocales()}

    def test_has_formats_of_dates_and_numbers(self, language):
        with override(language.code):
            assert {get_format(name) for name in ("DATE_FORMAT", "TIME_FORMAT", "DECIMAL_SEPARATOR")}
        assert check_for_language(language.code)
        assert import_module(f"django.conf.locale.{language.code}.formats")

    def test_has_forms_of_days_times_and_half_a_point(self, language):
        assert language.code in FORMS
        assert language.code in HALF_IS_SINGULAR

    def test_is_written_left_to_right(self, language):
        """Pages have no `dir` attribute yet; a right-to-left language needs it first."""
        assert language.code not in settings.LANGUAGES_BIDI

    def test_has_as_many_plural_forms_as_gettext(self, language):
        assert get_plural(language.code).num_plurals == language.forms

    def test_has_every_file(self, language):
        files = {path.stem for path in (ROOT / "locale" / language.code).glob("*.po")}
        assert files == (set() if language.code == SOURCE else set(AREAS))

    def test_has_a_list_of_wrong_words(self, language):
        assert language.code == SOURCE or language.code in MISTAKES


def test_no_compiled_catalogue_is_in_the_project():
    assert not list(Path(ROOT / "locale").rglob("*.mo"))
