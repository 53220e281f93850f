"""The marks for collecting messages for translation; pure packages do not use gettext."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Self

Translate = Callable[[str], str]


class PluralMessage(str):
    """A message with a singular and a plural form; as a string it is the one for its `number`.

    `by` names the fact that counts. A translation with more forms uses `one`, `many` and the `fact` itself.
    """

    one: str
    many: str
    by: str
    number: int
    fact: object
    __slots__ = ("by", "fact", "many", "number", "one")

    def __new__(cls, one: str, many: str, by: str, number: int = 2, fact: object = 2) -> Self:
        text = super().__new__(cls, one if number == 1 else many)
        text.one, text.many, text.by, text.number, text.fact = one, many, by, number, fact
        return text

    def of(self, fact: object) -> PluralMessage:
        """Return the message for a count: a whole number, or a displayed amount; a half takes the singular."""
        number = fact if isinstance(fact, int) else 1 if str(fact) in ("1", "½") else 2
        return PluralMessage(self.one, self.many, self.by, number, fact)


class ContextMessage(str):
    """A word with several meanings; the `context` distinguishes them (`config.translation.contexts`)."""

    context: str
    __slots__ = ("context",)

    def __new__(cls, context: str, message: str) -> Self:
        text = super().__new__(cls, message)
        text.context = context
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return ContextMessage, (self.context, str(self))


class Figure(str):
    """A fact that is a decimal or a percentage: a translation formats it for its language."""

    __slots__ = ()


_FIGURE = re.compile(r"[-+−]?\d+(?:\.\d+(?: %)?| %)")


def gettext_noop(message: str) -> str:
    return message


def pgettext(context: str, message: str) -> ContextMessage:
    """Mark a word with several meanings."""
    return ContextMessage(context, message)


def ngettext(one: str, many: str, by: str) -> PluralMessage:
    """Mark the two forms of a message whose fact `by` counts."""
    return PluralMessage(one, many, by)


def mark_only(message: str) -> str:
    return message


def fill_message(message: str, raw: Mapping[str, object], shown: Mapping[str, object], translate: Translate) -> str:
    """Return a message filled with its `shown` facts, in the plural form for the counted `raw` fact.

    Decimals among the facts are formatted for the language of `translate`.
    """
    if isinstance(message, PluralMessage):
        message = message.of(raw[message.by])
    figures = {
        name: translate(Figure(fact))
        for name, fact in shown.items()
        if type(fact) is str and ("." in fact or "%" in fact) and _FIGURE.fullmatch(fact)
    }
    return translate(message).format(**{**shown, **figures})


class Sentence(str):
    """A message with its `facts` filled in: English as a string; `message` and `facts` give other languages.

    A fact that is itself a sentence is translated too, any other stays unchanged.
    """

    message: str
    facts: Mapping[str, object]
    __slots__ = ("facts", "message")

    def __new__(cls, message: str, /, **facts: object) -> Self:
        text = super().__new__(cls, fill_message(message, facts, facts, mark_only))
        text.message, text.facts = message, facts
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.message, self.facts)

    def translation(self, translate: Translate) -> str:
        """Return the sentence in the language of `translate`, which takes messages."""
        shown = {name: _fact_in(fact, translate) for name, fact in self.facts.items()}
        return fill_message(self.message, self.facts, shown, translate)


class SpokenError(ValueError):
    """An error whose text is for people: `sentence` is translated where it is shown."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def _again(message: str, facts: Mapping[str, object]) -> Sentence:
    return Sentence(message, **facts)


def _fact_in(fact: object, translate: Translate) -> object:
    return fact.translation(translate) if isinstance(fact, Sentence) else fact
