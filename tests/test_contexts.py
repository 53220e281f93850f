"""A word that means several things is a message for each meaning, told apart by contexts of one list."""

from config.contexts import AMBIGUOUS, CONTEXTS
from pairings.wording.mark import Meant, Sentence
from tests import pseudo
from tournaments.core.words import texts


def test_a_word_of_several_meanings_has_a_context():
    bare = {text for text, context in pseudo.messages() if context is None and isinstance(text, str)}
    assert not sorted(text for text in bare if text.strip(" …").lower() in AMBIGUOUS)


def test_contexts_are_those_of_the_list():
    used = {context for _text, context in pseudo.messages() if context is not None}
    assert used == set(CONTEXTS)


def test_a_word_of_a_pure_package_is_translated_by_its_meaning(monkeypatch):
    monkeypatch.setattr(texts, "pgettext", lambda context, message: f"{message} ({context})")
    word = Meant("limit of a McMahon tournament", "Bar")
    assert word == "Bar"
    assert texts.translate(word) == "Bar (limit of a McMahon tournament)"
    assert (
        texts.translate(Sentence("{what} is wrong.", what=Sentence(word)))
        == "Bar (limit of a McMahon tournament) is wrong."
    )
