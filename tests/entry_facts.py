"""Check that the facts of a journal entry match the record of its verb."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models.signals import post_save

from tournaments.core.journal.facts import Undone
from tournaments.core.journal.verbs import VERBS
from tournaments.models import JournalEntry


def watch_entries() -> None:
    """From now on, raise AssertionError in the transaction that writes an entry with unexpected facts."""
    post_save.connect(_check, sender=JournalEntry, dispatch_uid="facts of entries")


def _check(instance: JournalEntry, **_sent: object) -> None:
    wrong = faults(instance.verb, instance.facts)
    assert not wrong, f"{instance.verb}: {'; '.join(wrong)}. See tournaments/core/journal/facts.py."


def faults(verb: str, facts: dict[str, Any]) -> list[str]:
    """Return the faults in the facts of an entry with this verb."""
    if verb != "undo":
        return _faults("", facts, VERBS[verb].facts)
    own = {name: fact for name, fact in facts.items() if name in get_type_hints(Undone)}
    taken_back = {name: fact for name, fact in facts.items() if name not in ("of", "sequence")}
    return [*_faults("", own, Undone), *_faults("", taken_back, VERBS[facts["of"]].facts)]


def _faults(where: str, value: Any, kind: Any) -> list[str]:
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        if not isinstance(value, dict):
            return [f"{where} is no dictionary"]
        foreign = [f"{where}{name} is not described" for name in sorted(value.keys() - hints.keys())]
        missing = [f"{where}{name} is missing" for name in sorted(_required_keys(kind) - value.keys())]
        inside = [each for name in value.keys() & hints.keys() for each in _faults(name, value[name], hints[name])]
        return foreign + missing + inside
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return [] if any(not _faults(where, value, each) for each in inner) else [f"{where} is {value!r}, not {kind}"]
    if origin is list and isinstance(value, list | tuple):
        return [fault for each in value for fault in _faults(f"{where}, one of them: ", each, inner[0])]
    if origin is dict and isinstance(value, dict):
        return [fault for each in value.values() for fault in _faults(where, each, inner[1])]
    if kind is object or (kind is NoneType and value is None):
        return []
    written = DjangoJSONEncoder().encode(value)
    plain = (
        isinstance(value, kind) and not (kind is int and isinstance(value, bool)) if isinstance(kind, type) else False
    )
    return [] if plain or (kind is str and written.startswith('"')) else [f"{where} is {value!r}, not {kind.__name__}"]


def _required_keys(kind: Any) -> set[str]:
    """Return the required keys. `__required_keys__` lacks them, because annotations are strings until they are
    resolved.
    """
    hints = get_type_hints(kind, include_extras=True)
    return {name for name, hint in hints.items() if get_origin(hint) is Required}
