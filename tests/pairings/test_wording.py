"""Messages: the plural form follows the count, in English and in a language with a separate form for few."""

import re

import pytest

from pairings.plan import Reason
from pairings.wording.mark import PluralMessage
from pairings.wording.sentences import SENTENCES, sentence
from standings.explain.wording import SENTENCES as OF_STANDINGS

COUNTED = {
    code: message for code, message in {**SENTENCES, **OF_STANDINGS}.items() if isinstance(message, PluralMessage)
}


def polish(message):
    """Return the message in the form for one, few or many, as a catalogue would choose."""
    if not isinstance(message, PluralMessage):
        return message
    form = "one" if message.number == 1 else "few" if 2 <= message.number % 10 <= 4 else "many"
    return f"{form} {{{message.by}}}"


@pytest.mark.parametrize(("count", "text"), [(0, "there are 0."), (1, "there is 1.")])
def test_english_plural_follows_the_count(count, text):
    assert sentence(Reason("too-few-players", {"count": count})).endswith(text)


@pytest.mark.parametrize(("count", "text"), [(1, "one 1"), (3, "few 3"), (5, "many 5"), (22, "few 22")])
def test_translation_gets_the_count_and_both_forms(count, text):
    assert sentence(Reason("circular-tables", {"count": count, "most": 40}), translate=polish) == text


@pytest.mark.parametrize("code", COUNTED)
def test_counted_messages_have_two_different_forms(code):
    message = COUNTED[code]
    assert f"{{{message.by}}}" in message.many
    assert message.one != message.many


@pytest.mark.parametrize(
    ("shown", "form"), [("1", "one"), ("½", "one"), ("0", "many"), ("2½", "many"), (1, "one"), (0, "many")]
)
def test_plural_follows_the_amount_as_shown(shown, form):
    message = PluralMessage("one", "many", "n")
    assert message.of(shown) == form


def test_messages_with_numbers_have_plural_forms():
    """A message with a number before a plural noun has another form for one."""
    wrong = re.compile(r"\{(count|rounds|most|played)\} (\w+ )?(numbers|rounds|games|points|players|pairs|classes)\b")
    plain = {code: text for code, text in {**SENTENCES, **OF_STANDINGS}.items() if not isinstance(text, PluralMessage)}
    assert {code for code, text in plain.items() if wrong.search(text)} == ALWAYS_SEVERAL


#: The count is never one: it is at least as large as the name of the message says, or at least five players.
ALWAYS_SEVERAL = {
    "pods-many", "scheveningen-players",
    "dutch-many-rounds", "schedule-too-many", "circular-too-many",
    "rr-longer", "rr-takes-longer", "circular-takes-longer", "papp-too-many", "papp-too-much",
    "dubov-unrated-more", "arena-none-legal", "arena-too-many", "keizer-too-many", "ladder-too-many", "booster-many",
    "partners-schedule", "partners-schedule-near", "partners-schedule-few", "partners-schedule-mixed",
}  # fmt: skip
