"""Texts are translatable, and stay apart from their facts until the reader's language is known."""

import ast
import pickle

import pytest

from config.translation.areas import ROOT
from config.translation.contexts import AMBIGUOUS, CONTEXTS
from config.translation.extraction import FOLDERS, MARKS
from pairings import options
from pairings.files.trf import faults
from pairings.systems import SYSTEMS
from pairings.wording import sentences
from pairings.wording.mark import ContextMessage, PluralMessage, Sentence, SpokenError
from pairings.wording.mark import ngettext as counted
from standings.core.tiebreaks import TIEBREAKS, UnknownTiebreak, tiebreak
from standings.explain import wording, wording_compare, wording_verdict
from standings.rulesets import customise
from standings.rulesets.presets import RULES
from tests import pseudo_language
from tournaments.core.games import GAMES
from tournaments.core.words import texts
from tournaments.core.words.notation import SIDES


def loud(message):
    """Translate a message into the marked pseudo-language, except for its placeholders."""
    return pseudo_language.mark(message)


def forms(message):
    return {message.one, message.many} if isinstance(message, PluralMessage) else {message}


def words(choices):
    return [text for choice in choices for text in (choice.label, choice.word)]


REGISTRIES = {
    "reasons": sentences.SENTENCES.values(),
    "standings": [*wording.SENTENCES.values(), *wording.VARIANTS.values()],
    "verdicts": [
        *wording_verdict.SENTENCES.values(),
        *wording_verdict.OWN.values(),
        *wording_verdict.CONDITIONS.values(),
    ],
    "comparisons": wording_compare.COMPARISONS.values(),
    "systems": [
        text
        for system in SYSTEMS.values()
        for text in (system.name, system.summary, *system.checks, *(preset.label for preset in system.presets))
    ],
    "options": [
        text
        for system in SYSTEMS.values()
        for spec in options.specs(system.options)
        for text in (spec.label, spec.help, *(choice.label for choice in spec.choices))
        if text
    ],
    "criteria": [text for each in TIEBREAKS.values() for text in (each.name, each.about)],
    "sources": [each.source for each in TIEBREAKS.values() if not each.source.startswith("C.07")],
    "rule sets": [text for rules in RULES.values() for text in (rules.name, rules.source)],
    "lines of rules": [
        text
        for spec in customise.LINES.values()
        for text in (spec.label, spec.help, spec.about, spec.group, *words(spec.choices))
        if text and not text.isdecimal()
    ],
    "sides": SIDES,
}


@pytest.mark.parametrize("registry", REGISTRIES)
def test_every_registered_message_is_found_for_translation(registry):
    assert REGISTRIES[registry]
    assert {form for message in REGISTRIES[registry] for form in forms(message)} <= pseudo_language.texts()


def test_no_message_is_inside_a_formatted_string():
    """A message marked inside an f-string is not extracted, so nobody could translate it."""
    assert [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "gettext" in (source := path.read_text())
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS
    ] == []


def test_names_of_sides_are_translatable():
    labels = {game.settings.get(name) for game in GAMES.values() for name in ("first_label", "second_label")}
    assert labels - {None} <= set(SIDES)


class TestSentence:
    def test_is_english_unless_translated(self):
        sentence = Sentence("{name} has {n} points.", name="Ann", n=3)
        assert sentence == "Ann has 3 points."
        assert sentence.translation(loud) == "Ann ḣȧṡ 3 ṗȯịṅṫṡ."

    def test_translates_nested_sentences_too(self):
        sentence = Sentence("expected {what}", what=Sentence("points from {low}", low=1))
        assert sentence == "expected points from 1"
        assert sentence.translation(loud) == "ėẋṗėċṫėḋ ṗȯịṅṫṡ ḟṙȯṁ 1"

    def test_uses_singular_or_plural_by_number(self):
        message = counted("{n} fault", "{n} faults", "n")
        assert [Sentence(message, n=number) for number in (1, 2)] == ["1 fault", "2 faults"]
        assert Sentence(message, n=1).translation(loud) == "1 ḟȧŭĺṫ"

    def test_survives_pickling(self):
        sentence = Sentence("{name} has {n} points.", name="Ann", n=3)
        assert pickle.loads(pickle.dumps(sentence)).translation(loud) == sentence.translation(loud)


def sentence_of_refusal(action):
    with pytest.raises(SpokenError) as caught:
        action()
    return caught.value.sentence


PAPP = SYSTEMS["papp"].options
MTR = RULES["mtr"]


@pytest.mark.parametrize(
    "action",
    [
        lambda: tiebreak("XYZ"),
        lambda: tiebreak("PTS/C1"),
        lambda: options.read(PAPP, {"nothing": 1}),
        lambda: options.read(SYSTEMS["manual"].options, {"nothing": 1}),
        lambda: options.read(PAPP, {"profile": "other"}),
        lambda: options.read(PAPP, {"colour": "a b"}),
        lambda: options.read(PAPP, {"colour": 5}),
        lambda: options.read(PAPP, {"colour": [1, 2]}),
        lambda: options.read(PAPP, {"colour": [0] * 1000}),
        lambda: options.read(PAPP, {"order": -1}),
        lambda: options.read(PAPP, {"order": "1"}),
        lambda: options.read(PAPP, {"small_field": 1}),
        lambda: options.read(PAPP, {"float_back": 1_000_000}),
        lambda: customise.customise(MTR, {"nothing": 1}),
        lambda: customise.customise(MTR, {"chain": []}),
        lambda: customise.customise(MTR, {"chain": ["PTS", "PTS"]}),
        lambda: customise.customise(MTR, {"chain": ["XYZ"]}),
        lambda: customise.customise(MTR, {"percentages.floor": "2"}),
        lambda: customise.customise(MTR, {"percentages.floor": "x"}),
        lambda: customise.customise(MTR, {"percentages.rounding": 99}),
        lambda: customise.customise(MTR, {"last_resort": "x"}),
        lambda: customise.customise(MTR, {"lists_no_shows": 1}),
        lambda: customise.customise(MTR, {"lot": "x" * 101}),
    ],
)
@pytest.mark.rotates(3)
def test_refusals_of_options_and_rules_are_translatable(action):
    sentence = sentence_of_refusal(action)
    assert forms(sentence.message) <= pseudo_language.texts()


def test_unknown_tie_break_is_reported_in_any_language():
    assert (
        sentence_of_refusal(lambda: customise.customise(MTR, {"chain": ["XYZ"]})).translation(loud)
        == "Ŭṅķṅȯẇṅ ṫịė-ḃṙėȧķ XYZ. Ċḣȯȯṡė ȧ ċȯḋė ḟṙȯṁ ṫḣė ĺịṡṫ."
    )
    assert issubclass(UnknownTiebreak, SpokenError)


LINES = {
    b"001 x": "the starting rank",
    b"001    1" + b" " * 83 + b"   9 w 1": "the number of another player of this file",
    b"162  Q 1.0": "one of the symbols W D L A P X",
    b"152 x": "the initial colour, W or B",
    b"XXC left": "white1, black1 or rank",
    b"XXS WW=1.0 BW=2.0": "the same points for White and Black",
    b"240 X": "the kind of bye, F, H or Z",
    b"240 F 999999": None,
    b"XXP 1 x": "a player's number (1 to 9999)",
    b"299 Q": "W D L F H Z + - or a blank",
    b"nothing": "a report file with at least one player (record 001)",
}


@pytest.mark.parametrize("line", LINES)
def test_faults_of_report_files_are_translatable(line):
    found = [fault for fault in faults(line) if LINES[line] is None or LINES[line] in fault.expected]
    assert LINES[line] is None or found, faults(line)
    for fault in found:
        whole = fault.expected
        message = whole.message if isinstance(whole, Sentence) else whole
        assert message in pseudo_language.texts()
        for fact in whole.facts.values() if isinstance(whole, Sentence) else ():
            assert not isinstance(fact, Sentence) or fact.message in pseudo_language.texts()


def test_ambiguous_words_have_a_context():
    bare = {text for text, context in pseudo_language.messages() if context is None and isinstance(text, str)}
    assert not sorted(text for text in bare if text.strip(" …").lower() in AMBIGUOUS)


def test_contexts_are_those_of_the_list():
    used = {context for _text, context in pseudo_language.messages() if context is not None}
    assert used == set(CONTEXTS)


def test_word_of_a_pure_package_is_translated_by_its_context(monkeypatch):
    monkeypatch.setattr(texts, "pgettext", lambda context, message: f"{message} ({context})")
    word = ContextMessage("limit of a McMahon tournament", "Bar")
    assert word == "Bar"
    assert texts.translate(word) == "Bar (limit of a McMahon tournament)"
    assert (
        texts.translate(Sentence("{what} is wrong.", what=Sentence(word)))
        == "Bar (limit of a McMahon tournament) is wrong."
    )
