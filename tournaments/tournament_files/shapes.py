"""What the values of a tournament file may be: of each field its own, of each structure its parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import connection, models

from pairings.hall import HIGHEST
from pairings.sentences import sentence
from pairings.snapshot import Decision, Outcome
from tournaments.core import snapshot
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
from tournaments.core.words import boards, names, notation, values
from tournaments.core.words.values import LONGEST_REASON, is_possible_deduction
from tournaments.models.tournament import DEPTHS, LONGEST_MESSAGE, PARTS
from tournaments.tournament_files.files import are_extensions, are_late, fields_of, is_public_id, is_written

LARGEST_NUMBER = 2**63
#: Minutes of the longest clock.
LONGEST_CLOCK = 24 * 60
#: Why a result is rated otherwise, and why level players stand in some order.
LONGEST_WHY = 300
MOST_ROUNDS = 999


def is_value(field: models.Field[Any, Any], value: Any) -> bool:
    """Whether a field can have a value, written as the journal writes it."""
    if value is None:
        return field.null
    if field.is_relation:
        return type(value) is int and value > 0
    if isinstance(field, models.JSONField):
        return True
    if isinstance(field, models.BooleanField):
        return isinstance(value, bool)
    if isinstance(field, models.IntegerField):
        low, high = connection.ops.integer_field_range(field.get_internal_type())
        in_range = type(value) is int and max(low or 0, 0) <= value <= (high or LARGEST_NUMBER)
        return in_range and (not field.choices or value in dict(field.flatchoices))
    if not isinstance(value, str) or len(value) > (field.max_length or 40):
        return False
    if field.choices:
        return value in dict(field.flatchoices)
    return _is_text_of(field, value)


def _is_text_of(field: models.Field[Any, Any], value: str) -> bool:
    """Whether a text is one of its field: dates with their zone, exact numbers, and words as they are."""
    try:
        read = field.to_python(value)
        if isinstance(field, models.DateTimeField):
            return read.tzinfo is not None
        field.run_validators(read)
        return not isinstance(field, models.CharField) or names.visible(value) == value
    except (ValidationError, ValueError, OverflowError):
        return False


def _are_reasons(value: Any) -> bool:
    """Whether these are reasons that have a sentence."""
    if not isinstance(value, list):
        return False
    for each in value:
        shaped = (
            isinstance(each, dict) and set(each) == {"code", "facts", "article"} and isinstance(each["facts"], dict)
        )
        if not shaped or not isinstance(each["code"], str) or not isinstance(each["article"], str):
            return False
    try:
        for reason in snapshot.reasons_from_json(value):
            sentence(reason)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        return False
    return True


def _is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def _is_key(value: Any) -> bool:
    return type(value) is int and value > 0


def _is_mapping(value: Any, is_sound: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(is_sound(each) for each in value.values())


def _is_list(value: Any, is_sound: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(is_sound(each) for each in value)


def _is_points(value: Any) -> bool:
    """Exact and of a size that points have; as text."""
    if not isinstance(value, str) or len(value) > 20 or "e" in value.lower():
        return False
    try:
        Fraction(value)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def _are_seats(value: Any) -> bool:
    return _is_mapping(value, _is_key) and all(n.isascii() and n.isdecimal() and len(n) < 9 for n in value)


def _is_made_by_hand(value: Any) -> bool:
    if value is None:
        return True
    if (
        not isinstance(value, dict)
        or set(value) != {"reason", "engine", "worse"}
        or not isinstance(value["reason"], str)
    ):
        return False
    games = value["engine"]
    return _are_reasons(value["worse"]) and (
        games is None
        or _is_list(games, lambda game: _is_list(game, lambda k: k is None or is_public_id(k)) and len(game) == 2)
    )


def _is_draw(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"apart", "players", "seats", "reasons"}:
        return False
    players, seats = value["players"], value["seats"]
    if not _is_list(players, _is_key) or not _is_list(seats, _is_key) or not isinstance(value["apart"], str):
        return False
    return sorted(seats) == list(range(1, len(players) + 1)) and _are_reasons(value["reasons"])


def _is_qualification(value: Any) -> bool:
    if value is None:
        return True
    parts = {"stage", "rules", "changes", "points", "places", "ties"}
    if not isinstance(value, dict) or set(value) != parts or not isinstance(value["changes"], dict):
        return False
    sound = (
        isinstance(value["rules"], str)
        and value["rules"] in RULE_SETS
        and _is_key(value["stage"])
        and _is_key(value["places"])
    )
    paid = {name.removeprefix("points_") for name in fields_of("tournament") if name.startswith("points_")}
    points = (
        isinstance(value["points"], dict) and set(value["points"]) == paid and _is_mapping(value["points"], _is_points)
    )
    return sound and points and _is_list(value["ties"], _is_tie)


def _is_tie(value: Any) -> bool:
    if not isinstance(value, dict) or not {"order", "decided", "decisive"} <= set(value):
        return False
    told = {"lot": "seed", "hand": "reason"}.get(str(value["decided"]))
    named = (
        told is not None and isinstance(value.get(told), str) and set(value) == {"order", "decided", "decisive", told}
    )
    return named and isinstance(value["decisive"], bool) and _is_list(value["order"], is_public_id)


def _is_hall(value: Any) -> bool:
    """Whether it is a hall that `services.hall` could have written."""
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"first", "closed", "rooms"}:
        return False
    first, closed, rooms = value["first"], value["closed"], value["rooms"]
    if not (first is None or _is_table(first)) or not _is_list(closed, _is_table) or not _is_list(rooms, _is_room):
        return False
    ends = [number for room in rooms for number in (room["first"], room["last"])]
    in_order = ends == sorted(ends) and all(one["last"] < other["first"] for one, other in pairwise(rooms))
    return in_order and closed == sorted(set(closed))


def _is_fund(value: Any) -> bool:
    """Whether it is a prize fund that `services.prizes` could have written."""
    if value is None:
        return True
    try:
        return isinstance(value, dict) and RULE_BOOKS[0].fund(value) == value
    except ValueError:
        return False


def _is_club_rule(value: Any) -> bool:
    """Whether it is what makes a club team, as `services.clubs` could have written it."""
    if value is None:
        return True
    try:
        return isinstance(value, dict) and RULE_BOOKS[0].club_rule(value) == value
    except ValueError:
        return False


def _is_screen(value: Any) -> bool:
    """Whether it is a screen that `services.screen` could have written."""
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"shows", "message", "depth"}:
        return False
    shows, message, depth = value["shows"], value["message"], value["depth"]
    if not _is_list(shows, lambda part: isinstance(part, str) and part in PARTS) or not isinstance(message, str):
        return False
    try:
        said = names.clean_text(message, LONGEST_MESSAGE)
    except names.NotAName:
        return False
    return shows == [part for part in PARTS if part in shows] and said == message and _is_key(depth) and depth in DEPTHS


def _is_leaving(value: Any) -> bool:
    """Whether it is the end of FIDE mode as `services.fide` could have written it."""
    if value is None:
        return True
    whole = isinstance(value, dict) and set(value) == {"round", "reason"}
    return whole and type(value["round"]) is int and value["round"] >= 0 and isinstance(value["reason"], str)


def _is_publication(value: Any) -> bool:
    """Whether it is a time of publishing that `services.publishing` could have written."""
    if value is None:
        return True
    if not isinstance(value, dict) or set(value) != {"at", "minutes", "reason", "not_paired", "tag"}:
        return False
    minutes = value["minutes"]
    lasts = minutes is None or (_is_key(minutes) and minutes <= LONGEST_CLOCK)
    texts = all(isinstance(value[name], str) for name in ("at", "reason", "tag"))
    return lasts and texts and _is_time(value["at"]) and _is_list(value["not_paired"], is_public_id)


def _is_table(value: Any) -> bool:
    return _is_key(value) and value <= HIGHEST


def _is_room(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"name", "first", "last"} or not isinstance(value["name"], str):
        return False
    try:
        named = names.clean_name(value["name"]) == value["name"]
    except names.NotAName:
        return False
    return named and _is_table(value["first"]) and _is_table(value["last"])


def _is_time(value: Any) -> bool:
    return is_value(models.DateTimeField(), value)


def _are_facts(value: Any) -> bool:
    known = _is_mapping(value, lambda fact: fact is None or isinstance(fact, str | int | list | dict))
    return known and _names_by_id(value) and _is_list(value.get("results", []), _names_by_id)


def _names_by_id(facts: Any) -> bool:
    """Whether what facts, or a line of them, say in public ids can be read."""
    return (
        isinstance(facts, dict)
        and _is_mapping(facts.get("ids", {}), lambda ids: is_public_id(ids) or _is_list(ids, is_public_id))
        and is_public_id(facts.get("pairing", "a" * 8))
    )


def has_sentence(verb: str, facts: Any) -> bool:
    """Whether the journal can tell what was done."""
    try:
        VERBS[verb].sentence(facts)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError):
        return False
    return True


def _is_deduction(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"round", "points", "reason"} or not _is_points(value["points"]):
        return False
    is_round = type(value["round"]) is int and 1 <= value["round"] <= MOST_ROUNDS
    is_said = isinstance(value["reason"], str) and 0 < len(value["reason"]) <= LONGEST_REASON
    return is_round and is_said and is_possible_deduction(Fraction(value["points"]))


def _is_line_up(value: Any) -> bool:
    return value is None or _is_list(value, lambda key: key is None or is_public_id(key))


def _is_board(value: Any) -> bool:
    """Whether a board can be written so on a sheet."""
    if not isinstance(value, str):
        return False
    try:
        read = boards.parse(value)
    except ValueError:
        return False
    return notation.write(read) == value


def _is_placed(value: Any) -> bool:
    """Where a player was put by hand; None where nobody was."""
    if value is None:
        return True
    numbers = ("after", "tie", "of", "place")
    return (
        isinstance(value, dict)
        and value.keys() == {*numbers, "reason"}
        and all(_is_key(value[name]) for name in numbers)
        and isinstance(value["reason"], str)
        and 0 < len(value["reason"]) <= LONGEST_WHY
    )


def _is_rated(value: Any) -> bool:
    """What is rated of a game beside what counts, a result and why; None where there is nothing of it."""
    if value is None:
        return True
    if not isinstance(value, dict) or value.keys() != {"first", "second", "decision", "reason"}:
        return False
    decisions = set(Decision) - {Decision.ADJOURNED}
    words: tuple[set[str], ...] = ({*Outcome}, {*Outcome}, {*decisions})
    told = (value["first"], value["second"], value["decision"])
    known = all(isinstance(word, str) and word in choices for word, choices in zip(told, words, strict=True))
    return known and isinstance(value["reason"], str) and len(value["reason"]) <= LONGEST_WHY


SHAPES: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "tournament": {
        "rules_changes": lambda value: isinstance(value, dict),
        "hall": _is_hall,
        "prizes": _is_fund,
        "club_teams": _is_club_rule,
        "screen": _is_screen,
        "left_fide": _is_leaving,
        "round_dates": is_written(values.round_dates),
        "federation": is_written(values.federation),
        "time_control": is_written(values.time_control),
        "rank_method": is_written(values.rank_method),
    },
    "stage": {
        "options": lambda value: isinstance(value, dict),
        "virtual_points": lambda value: _is_mapping(value, lambda row: _is_list(row, _is_points)),
        "drawn": _is_draw,
        "qualification": _is_qualification,
    },
    "player": {"deductions": lambda value: _is_list(value, _is_deduction), "placed": _is_placed},
    "result": {"rated": _is_rated},
    "round": {
        "reasons": _are_reasons,
        "seats": _are_seats,
        "booster_pods": lambda value: _is_list(value, lambda pod: _is_list(pod, _is_key)),
        "by_hand": _is_made_by_hand,
        "not_paired": lambda value: _is_list(value, is_public_id),
        "publication": _is_publication,
        "extensions": are_extensions,
        "late": are_late,
    },
    "pairing": {"reasons": _are_reasons},
    "appearance": {"reasons": _are_reasons},
    "matchsheet": {
        "first": _is_line_up,
        "second": _is_line_up,
        "boards": lambda value: _is_list(value, _is_board),
    },
}
ENTRY: Mapping[str, Callable[[Any], bool]] = {
    "at": _is_time,
    "actor": lambda value: isinstance(value, str) and len(value) <= 150,
    "agent": lambda value: isinstance(value, str) and len(value) <= 80,
    "verb": lambda value: isinstance(value, str) and value in VERBS,
    "facts": _are_facts,
    "reason": lambda value: isinstance(value, str) and len(value) <= 10_000,
    "changes": lambda value: isinstance(value, list),
}
OPERATION: Mapping[str, Callable[[Any], bool]] = {
    "operation": _is_uuid,
    "of": lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None,
    "version": lambda value: type(value) is int and value >= 0,
    "made": lambda value: value == "" or is_public_id(value),
}
