"""A person's names out of texts and JSON, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from tournaments.core.rights import LONGEST_AGENT
from tournaments.models.player import sort_key

#: Names with fewer letters stay in texts, where they are too often a word.
SHORTEST = 3
#: Digits from which on a FIDE ID is looked for in texts.
SHORTEST_ID = 5


def forms(name: str) -> set[str]:
    """How a name is written: as it is, with the family name before or after the others, and without accents."""
    plain = " ".join(name.split())
    found = {plain}
    family, comma, given = (part.strip() for part in plain.partition(","))
    words = plain.replace(",", " ").split()
    if comma and family and given:
        found |= {f"{given} {family}", f"{family} {given}"}
    elif len(words) > 1:
        first, last = " ".join(words[:-1]), words[-1]
        found |= {f"{last}, {first}", f"{last} {first}", f"{' '.join(words[1:])}, {words[0]}"}
    found |= {sort_key(each) for each in found}
    return {each for each in found if len(each) >= SHORTEST}


class Scrub:
    """Replaces what one person is called by the new name.

    `others` are the names of others in the same place: one that has the person's name in it stays whole, and of two who
    have one name no text says whom it means, so that it stays.
    """

    def __init__(self, names: Iterable[str], called: str, others: Iterable[str] = (), ids: Iterable[str] = ()) -> None:
        self.called = called
        around = {each.casefold(): each for name in others for each in forms(name)}
        mine = {each.casefold(): each for name in names for each in forms(name)}
        cut = LONGEST_AGENT - len("badge: ")
        mine |= {key[:cut]: each[:cut] for key, each in mine.items()}
        self.mine = sorted((each for key, each in mine.items() if key not in around), key=len, reverse=True)
        longer = [each for key, each in around.items() if any(form.casefold() in key for form in self.mine)]
        numbers = [each for each in ids if len(each) >= SHORTEST_ID]
        parts = [
            ("other", sorted(longer, key=len, reverse=True)),
            ("mine", [*self.mine, *numbers]),
        ]
        patterns = (f"(?P<{group}>{'|'.join(map(re.escape, found))})" for group, found in parts if found)
        text = "|".join(patterns)
        self.sought = [*self.mine, *numbers]
        self._pattern = re.compile(rf"(?<!\w)(?:{text})(?!\w)", re.IGNORECASE) if self.sought else None

    def text(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self.called if found.lastgroup == "mine" else found[0], text)

    def value(self, value: object) -> object:
        """The same in all texts of a JSON value; keys of objects stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list | tuple):
            return [self.value(each) for each in value]
        return {key: self.value(each) for key, each in value.items()} if isinstance(value, Mapping) else value


class WholeText(Scrub):
    """The same for the name of an account, which can be an ordinary word: only a text that is the name is replaced."""

    def __init__(self, name: str, called: str, others: Iterable[str] = ()) -> None:
        super().__init__((), called)
        around = {form.casefold() for other in others for form in (other, *forms(other))}
        self.sought = [] if name.casefold() in around else [name]
        self._pattern = re.compile(rf"(?P<mine>\A{re.escape(name)}\Z)") if self.sought else None


def all_of(scrubs: Collection[Scrub], value: object) -> object:
    """What several people leave of a value."""
    for each in scrubs:
        value = each.value(value)
    return value


def sought_by(scrubs: Iterable[Scrub]) -> list[str]:
    """What the database looks for; a row in which nothing of it is has nothing to scrub."""
    return list(dict.fromkeys(chain.from_iterable(each.sought for each in scrubs)))
