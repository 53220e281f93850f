"""Copied rows are equal to rows made by INSERT."""

import pytest
from django.db import DataError, IntegrityError, models

from tournaments.core.orm import copying
from tournaments.core.orm.columns import columns_of
from tournaments.models import Appearance, JournalEntry, Pairing, Player, Result, Round
from tournaments.models.fields import ALPHABET, public_ids
from tournaments.models.player import sort_key

pytestmark = pytest.mark.django_db

#: Texts that the text format of COPY could misread.
NAMES = ["a\tb", "back\\slash", "\\N", "\\.", "line\nbreak", "return\rcarriage", "Þóra 🎲", "", "quo\"te'"]


@pytest.fixture(autouse=True)
def always_copy(monkeypatch):
    monkeypatch.setattr(copying, "MANY", 1)


def insert_rows(model, rows):
    copying.insert(model, rows, 1000)
    return rows


def as_they_are(rows):
    return [
        {field.name: getattr(row, field.attname) for field in columns_of(type(row)) if not field.primary_key}
        for row in rows
    ]


def test_inserted_players_equal_the_given_ones(make):
    tournament = make().tournament
    given = [
        Player(tournament=tournament, name=f"{at}{name}", sort_key=sort_key(name), club=name, rating=at or None)
        for at, name in enumerate(NAMES)
    ]
    rows = insert_rows(Player, given)
    assert [row.pk for row in rows] == sorted({row.pk for row in rows})
    assert as_they_are(Player.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")) == as_they_are(rows)
    assert not any(row._state.adding for row in rows)


def test_inserted_rows_refer_to_rows_inserted_with_them(make):
    stage = make().tournament.stages.get()
    round_ = Round(tournament=stage.tournament, stage=stage, number=1, reasons=[{"code": "a", "facts": {"b": NAMES}}])
    tables = [Pairing(round=round_, table=table, reasons=[*NAMES, 10**30]) for table in (1, 2)]
    players = insert_rows(
        Player, [Player(tournament=stage.tournament, name=f"P{at}", sort_key=f"p{at}") for at in range(5)]
    )
    places = [
        Appearance(round=round_, player=player, pairing=table, side=side)
        for player, (table, side) in zip(players, [(t, s) for t in tables for s in (1, 2)], strict=False)
    ]
    places.append(Appearance(round=round_, player=players[4], bye="half", reasons=[]))
    for model, rows in ((Round, [round_]), (Pairing, tables), (Appearance, places)):
        insert_rows(model, rows)
        assert as_they_are(model.objects.order_by("pk")) == as_they_are(rows)
    assert {place.pairing_id for place in places} == {None, *(table.pk for table in tables)}


def test_rows_inserted_by_columns_equal_the_given_values(make):
    stage = make().tournament.stages.get()
    round_ = Round.objects.create(tournament=stage.tournament, stage=stage, number=1)
    keys = copying.next_keys(Pairing, len(NAMES))
    same = {"round": round_.pk, "version": 7}
    ids = [f"{at}{name}"[:12] for at, name in enumerate(NAMES)]
    each = {"table": range(1, 10), "order": [9] * 9, "public_id": ids, "reasons": [[{"code": name}] for name in NAMES]}
    copying.insert_columns(Pairing, keys, same, each)
    rows = Pairing.objects.order_by("table")
    assert [row.pk for row in rows] == keys
    assert {(row.round_id, row.version, row.order) for row in rows} == {(round_.pk, 7, 9)}
    assert [row.public_id for row in rows] == ids
    assert [row.reasons[0]["code"] for row in rows] == NAMES


def test_row_with_a_key_keeps_it(make):
    tournament = make().tournament
    rows = [Player(pk=pk, tournament=tournament, name=f"P{pk}", sort_key=f"p{pk}") for pk in (900_001, None, 900_003)]
    insert_rows(Player, rows)
    assert rows[0].pk == 900_001
    assert rows[1].pk not in {None, 900_001, 900_003}
    assert Player.objects.filter(pk__in=[row.pk for row in rows]).count() == 3


def test_duplicate_public_id_raises_integrity_error(make):
    tournament = make().tournament
    twice = [Player(tournament=tournament, name="Ada", sort_key="ada", public_id="same") for _ in range(2)]
    with pytest.raises(IntegrityError):
        insert_rows(Player, twice)


def test_null_character_raises_data_error(make):
    with pytest.raises(DataError):
        insert_rows(Player, [Player(tournament=make().tournament, name="a\x00b", sort_key="a")])


@pytest.mark.parametrize("model", [Appearance, JournalEntry, Pairing, Player, Result, Round])
def test_every_column_can_be_copied(model):
    assert all(callable(copying._spelling(column)) for column in columns_of(model))


def test_unknown_kind_of_column_raises_type_error():
    column = models.BinaryField(name="answer")
    column.set_attributes_from_name("answer")
    column.model = Player
    with pytest.raises(TypeError, match="nobody has said"):
        copying._spelling(column)


def test_public_ids_are_unique_and_use_the_alphabet():
    assert [len(public_ids(count)) for count in (0, 1, 500)] == [0, 1, 500]
    found = public_ids(500)
    assert len(set(found)) == 500
    assert {len(each) for each in found} == {8}
    assert set("".join(found)) == set(ALPHABET)
