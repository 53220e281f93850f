"""Define the permitted values in a tournament file: a JSON schema for each kind of row, and further checks.

A schema sets types, lengths, ranges, words and patterns. `MEANINGS` check values of the right shape: a text must be in
our spelling, numbers in order, and a sentence must be possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import Any, TypeAlias

import jsonschema_rs
from django.core.exceptions import ValidationError
from django.db import connection, models

from pairings.seating.hall import HIGHEST
from pairings.seating.stations import MOST as MOST_STATIONS
from pairings.snapshot import Decision, Outcome
from pairings.wording.sentences import sentence
from tournaments.core import snapshot
from tournaments.core.journal.verbs import VERBS
from tournaments.core.orm.columns import Column
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
from tournaments.core.words import boards, names, notation, values
from tournaments.core.words.penalties import LONGEST_PENALTY_REASON as LONGEST_PENALTY
from tournaments.core.words.penalties import Measure
from tournaments.core.words.presentation import KEY as IMAGE_KEY
from tournaments.core.words.presentation import is_page
from tournaments.core.words.values import LONGEST_REASON, is_possible_deduction
from tournaments.models.courts import LONGEST_MATCH, LONGEST_REST, MOST_COURTS, CourtPlan, Referees
from tournaments.models.fields import (
    ALPHABET,
    DEPTHS,
    LONGEST_MESSAGE,
    PARTS,
    StoredCourtPlan,
    StoredCourts,
    StoredReason,
)
from tournaments.models.round import MOST_EXTENSION
from tournaments.tournament_files.files import KINDS, fields_of

Schema: TypeAlias = dict[str, Any]

LARGEST_NUMBER = 2**63
#: The maximum number of minutes of a clock.
LONGEST_CLOCK = 24 * 60
#: The maximum length of a reason for another rated result, and for a manual order.
LONGEST_MANUAL_REASON = 300
LONGEST_POINTS = 20
MOST_ROUNDS = 999
#: The sides of a table that can be late.
SIDES = ([1], [2], [1, 2])


def exactly(**parts: Schema) -> Schema:
    """Return the schema of an object with these parts and no others."""
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


def with_optional_parts(schema: Schema, **parts: Schema) -> Schema:
    """Return the schema of an object that may have these further parts."""
    return {**schema, "properties": {**schema["properties"], **parts}}


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def map_of(schema: Schema, pattern: str = "") -> Schema:
    """Return the schema of an object whose names are our keys."""
    names_of: Schema = {"propertyNames": {"pattern": pattern}} if pattern else {}
    return {"type": "object", "additionalProperties": schema, **names_of}


def nullable(schema: Schema) -> Schema:
    """Return the schema with null allowed, without `anyOf`, which would hide the wrong part of a value."""
    found = dict(schema)
    if "type" in found:
        found["type"] = [found["type"], "null"]
    if "enum" in found:
        found["enum"] = [*found["enum"], None]
    return found


def text(longest: int = 0, shortest: int = 0) -> Schema:
    return {"type": "string", "minLength": shortest, **({"maxLength": longest} if longest else {})}


def whole(low: int, high: int = LARGEST_NUMBER) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def one_of(words: Iterable[object]) -> Schema:
    return {"enum": [str(word) if isinstance(word, str) else word for word in words]}


_OF_IDS = f"^[{ALPHABET}]{{8}}$"
OBJECT: Schema = {"type": "object"}
KEY = whole(1)
TABLE = whole(1, HIGHEST)
PUBLIC_ID: Schema = {"type": "string", "pattern": _OF_IDS}
TIME: Schema = {"type": "string", "format": "time-with-zone", "maxLength": 40}
#: The schema of exact points of a possible size.
POINTS: Schema = {"type": "string", "format": "points", "maxLength": LONGEST_POINTS}
REASONS = list_of(exactly(code=text(), facts=OBJECT, article=text()))
OPERATION = exactly(
    operation={"type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},
    of={"type": "string", "pattern": "^[0-9a-f]{64}$"},
    version=whole(0),
    made={"type": "string", "pattern": f"^$|{_OF_IDS}"},
)
CHANGE = exactly(
    model=one_of((*KINDS, "tournament")), id=nullable(KEY), before=nullable(OBJECT), after=nullable(OBJECT)
)
#: The schema of facts, or of a line of them, that refer to rows by their public ids.
_NAMING: Schema = {
    "type": "object",
    "properties": {"ids": map_of({"anyOf": [PUBLIC_ID, list_of(PUBLIC_ID)]}), "pairing": PUBLIC_ID},
}
ENTRY = exactly(
    sequence=KEY,
    at=TIME,
    actor=text(150),
    agent=text(80),
    verb=one_of(VERBS),
    facts={
        **_NAMING,
        "properties": {**_NAMING["properties"], "results": list_of(_NAMING)},
        "additionalProperties": {"type": ["null", "string", "integer", "boolean", "array", "object"]},
    },
    reason=text(10_000),
    changes=list_of(CHANGE),
    undoes=nullable(KEY),
)


def _tie(decided: str, name: str) -> Schema:
    return exactly(order=list_of(PUBLIC_ID), decided=one_of([decided]), decisive={"type": "boolean"}, **{name: text()})


@cache
def _qualification() -> Schema:
    paid = [name.removeprefix("points_") for name in fields_of("tournament") if name.startswith("points_")]
    return exactly(
        stage=KEY,
        rules=one_of(RULE_SETS),
        changes=OBJECT,
        points=exactly(**dict.fromkeys(paid, POINTS)),
        places=KEY,
        ties=list_of({"anyOf": [_tie("lot", "seed"), _tie("hand", "reason")]}),
    )


_LINE_UP = list_of(nullable(PUBLIC_ID))
#: The JSON columns, by kind of row.
JSON_SCHEMAS: Mapping[str, Mapping[str, Schema | Callable[[], Schema]]] = {
    "tournament": {
        "rules_changes": OBJECT,
        "hall": with_optional_parts(
            exactly(
                first=nullable(TABLE),
                closed=list_of(TABLE),
                rooms=list_of(exactly(name=text(), first=TABLE, last=TABLE)),
            ),
            stations=whole(1, MOST_STATIONS),
            tables=TABLE,
        ),
        "courts": with_optional_parts(
            exactly(
                count=whole(1, MOST_COURTS),
                closed=list_of(whole(1, MOST_COURTS)),
                reserved=map_of(text(), "^[1-9][0-9]{0,2}$"),
                rest=whole(0, LONGEST_REST),
                waits={"type": "boolean"},
                minutes=whole(1, LONGEST_MATCH),
                by_itself={"type": "boolean"},
                apart=list_of(text()),
            ),
            on_time={"type": "boolean"},
            referees=one_of(Referees.values),
            plans=map_of(
                with_optional_parts(
                    exactly(
                        start=text(),
                        minutes=whole(1, LONGEST_MATCH),
                        courts=whole(1, MOST_COURTS),
                        rest={"type": "boolean"},
                        slots=list_of(list_of(list_of(whole(1, HIGHEST)))),
                    ),
                    referees=one_of(Referees.values),
                    assigned=list_of(list_of({"anyOf": [PUBLIC_ID, one_of([""])]})),
                )
            ),
        ),
        "prizes": OBJECT,
        "club_teams": OBJECT,
        "event_page": exactly(
            accent=text(),
            logo=text(),
            about=text(),
            contact=text(),
            links=list_of(exactly(name=text(), url=text())),
            sponsors=list_of(exactly(name=text(), url=text(), logo=text())),
        ),
        "screen": with_optional_parts(
            exactly(shows=list_of(one_of(PARTS)), message=text(), depth=one_of(DEPTHS)), to_players={"type": "boolean"}
        ),
        "left_fide": exactly(round=whole(0), reason=text()),
    },
    "stage": {
        "options": OBJECT,
        "virtual_points": map_of(list_of(POINTS)),
        "drawn": exactly(apart=text(), players=list_of(KEY), seats=list_of(KEY), reasons=REASONS),
        "qualification": _qualification,
    },
    "player": {
        "deductions": list_of(exactly(round=whole(1, MOST_ROUNDS), points=POINTS, reason=text(LONGEST_REASON, 1))),
        "penalties": list_of(
            with_optional_parts(
                exactly(
                    id=PUBLIC_ID, round=whole(1, MOST_ROUNDS), measure=one_of(Measure), reason=text(LONGEST_PENALTY, 1)
                ),
                member=PUBLIC_ID,
            )
        ),
        "placed": exactly(after=KEY, tie=KEY, of=KEY, place=KEY, reason=text(LONGEST_MANUAL_REASON, 1)),
    },
    "result": {
        "rated": exactly(
            first=one_of(Outcome),
            second=one_of(Outcome),
            decision=one_of(set(Decision) - {Decision.ADJOURNED}),
            reason=text(LONGEST_MANUAL_REASON),
        )
    },
    "round": {
        "reasons": REASONS,
        "seats": map_of(KEY, "^[0-9]{1,8}$"),
        "booster_pods": list_of(list_of(KEY)),
        "by_hand": exactly(
            reason=text(),
            engine=nullable(list_of({**list_of(nullable(PUBLIC_ID)), "minItems": 2, "maxItems": 2})),
            worse=REASONS,
        ),
        "not_paired": list_of(PUBLIC_ID),
        "publication": exactly(
            at=TIME,
            minutes=nullable(whole(1, LONGEST_CLOCK)),
            reason=text(),
            not_paired=list_of(PUBLIC_ID),
            tag=text(),
        ),
        "extensions": map_of(whole(1, MOST_EXTENSION), _OF_IDS),
        "late": map_of(one_of(SIDES), _OF_IDS),
    },
    "pairing": {"reasons": REASONS},
    "appearance": {"reasons": REASONS},
    "matchsheet": {"first": _LINE_UP, "second": _LINE_UP, "boards": list_of(text())},
}


IMAGE = exactly(key={"type": "string", "pattern": f"^[0-9a-f]{{{IMAGE_KEY}}}$"}, data=text())


def schema_of(kind: str, name: str, field: Column) -> Schema:
    """Return the schema of a column, whose values are written as in the journal."""
    found = _schema_of(kind, name, field)
    return nullable(found) if field.null else found


def _schema_of(kind: str, name: str, field: Column) -> Schema:
    if field.is_relation:
        return KEY
    if isinstance(field, models.JSONField):
        stored = JSON_SCHEMAS[kind][name]
        return stored() if callable(stored) else stored
    if isinstance(field, models.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, models.IntegerField):
        low, high = connection.ops.integer_field_range(field.get_internal_type())
        words = one_of(dict(field.flatchoices)) if field.choices else {}
        return {**whole(max(low or 0, 0), high or LARGEST_NUMBER), **words}
    length = text(field.max_length or 40)
    return {**length, **one_of(dict(field.flatchoices))} if field.choices else {**length, "format": f"{kind}.{name}"}


def _is_text_of(field: Column, value: str) -> bool:
    """Return whether a text is valid for its field: dates with a zone, exact numbers, and words as they are."""
    try:
        read = field.to_python(value)
        if isinstance(field, models.DateTimeField):
            return read.tzinfo is not None
        field.run_validators(read)
        return not isinstance(field, models.CharField) or names.visible(value) == value
    except (ValidationError, ValueError, OverflowError):
        return False


def _is_points(value: str) -> bool:
    if "e" in value.lower():
        return False
    try:
        Fraction(value)
    except (ValueError, ZeroDivisionError):
        return False
    return True


_FORMATS: Mapping[str, Callable[[str], bool]] = {
    "points": _is_points,
    "time-with-zone": partial(_is_text_of, models.DateTimeField()),
}


def _reader(schema: Schema, formats: Mapping[str, Callable[[str], bool]] | None = None) -> jsonschema_rs.Validator:
    known: dict[str, Callable[..., bool]] = {**_FORMATS, **(formats or {})}
    return jsonschema_rs.Draft202012Validator(schema, formats=known, validate_formats=True)


@cache
def reader_of(kind: str) -> jsonschema_rs.Validator:
    """Return a validator for rows of a kind, or some of their columns; it ignores keys and missing columns."""
    fields = fields_of(kind)
    columns = {name: schema_of(kind, name, field) for name, field in fields.items()}
    formats = {f"{kind}.{name}": partial(_is_text_of, field) for name, field in fields.items()}
    return _reader({"type": "object", "properties": columns}, formats)


@cache
def reader_of_entries() -> jsonschema_rs.Validator:
    return _reader(ENTRY)


@cache
def reader_of_images() -> jsonschema_rs.Validator:
    return _reader(IMAGE)


@cache
def reader_of_operations() -> jsonschema_rs.Validator:
    return _reader(OPERATION)


def wrong_place(reader: jsonschema_rs.Validator, found: Mapping[str, object]) -> str:
    """Return the place of the first value that a reader refuses, such as "hall.rooms.2.name"; "" if there is none."""
    if reader.is_valid(found):
        return ""
    path = next(iter(reader.iter_errors(found))).instance_path
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


def _have_sentences(value: list[StoredReason]) -> bool:
    try:
        for reason in snapshot.reasons_from_json(value):
            sentence(reason)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        return False
    return True


def _is_canonical(read: Callable[[str], str]) -> Callable[[str], bool]:
    """Return a check that a text equals its spelling by `read`, which raises NotAName."""

    def is_canonical(value: str) -> bool:
        try:
            return read(value) == value
        except names.NotAName:
            return False

    return is_canonical


def _is_as_read(value: dict[str, object], read: Callable[[dict[str, object]], object]) -> bool:
    """Return whether the rule book would write the value in the same way. `read` may raise ValueError."""
    try:
        return bool(read(value) == value)
    except ValueError:
        return False


def _are_courts(courts: StoredCourts) -> bool:
    """Return whether closed and reserved courts exist, the closed ones are in order, and all plans are sound."""
    closed = courts["closed"]
    numbers = [*closed, *map(int, courts["reserved"])]
    plans = courts.get("plans", {}).values()
    return all(map(_is_plan, plans)) and closed == sorted(set(closed)) and max(numbers, default=1) <= courts["count"]


def _is_plan(plan: StoredCourtPlan) -> bool:
    try:
        return CourtPlan.of(plan).stored == plan
    except ValueError:
        return False


def _is_hall(hall: dict[str, Any]) -> bool:
    """Return whether rooms and closed tables are in order, and no table is in two rooms."""
    rooms, closed = hall["rooms"], hall["closed"]
    ends = [number for room in rooms for number in (room["first"], room["last"])]
    in_order = ends == sorted(ends) and all(one["last"] < other["first"] for one, other in pairwise(rooms))
    return in_order and closed == sorted(set(closed)) and all(_is_canonical(names.clean_name)(r["name"]) for r in rooms)


def _is_screen(screen: dict[str, Any]) -> bool:
    shows = screen["shows"]
    in_order = shows == [part for part in PARTS if part in shows]
    return in_order and _is_canonical(lambda message: names.clean_text(message, LONGEST_MESSAGE))(screen["message"])


def _is_draw(draw: dict[str, Any]) -> bool:
    """Return whether each player has one seat, and all reasons have sentences."""
    in_seats = sorted(draw["seats"]) == list(range(1, len(draw["players"]) + 1))
    return in_seats and _have_sentences(draw["reasons"])


def _is_board(value: str) -> bool:
    """Return whether the text is the standard notation of a board's result."""
    try:
        return notation.write(boards.parse(value)) == value
    except ValueError:
        return False


#: Checks of values that have the right shape.
MEANINGS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "tournament": {
        "hall": _is_hall,
        "courts": _are_courts,
        "prizes": lambda fund: _is_as_read(fund, RULE_BOOKS[0].fund),
        "club_teams": lambda rule: _is_as_read(rule, RULE_BOOKS[0].club_rule),
        "screen": _is_screen,
        "event_page": is_page,
        "round_dates": _is_canonical(values.round_dates),
        "moved_matches": _is_canonical(values.moved_matches),
        "federation": _is_canonical(values.federation),
        "time_control": _is_canonical(values.time_control),
        "rank_method": _is_canonical(values.rank_method),
    },
    "stage": {"drawn": _is_draw},
    "player": {"deductions": lambda rows: all(is_possible_deduction(Fraction(row["points"])) for row in rows)},
    "round": {"reasons": _have_sentences, "by_hand": lambda changed: _have_sentences(changed["worse"])},
    "pairing": {"reasons": _have_sentences},
    "appearance": {"reasons": _have_sentences},
    "matchsheet": {"boards": lambda written: all(map(_is_board, written))},
}


def wrong_value(kind: str, row: Mapping[str, object]) -> str:
    """Return the place of the first invalid value in a row, or in some of its columns; "" if all are valid."""
    place = wrong_place(reader_of(kind), row)
    if place:
        return place
    asked = MEANINGS.get(kind, {}).items()
    return next((name for name, is_sound in asked if row.get(name) is not None and not is_sound(row[name])), "")


def has_sentence(verb: str, facts: Any) -> bool:
    """Return whether the journal has a sentence for these facts."""
    try:
        VERBS[verb].sentence(facts)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError):
        return False
    return True
