"""The database views for other programs: public data only."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, transaction

from tournaments.models import Player
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

VIEWS = ("public_tournaments", "public_players", "public_results")
PAGE = Path(settings.BASE_DIR, "docs", "database.md")


def rows(view):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {view}")
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def test_public_results_have_one_row_per_player_of_published_rounds(cup):
    cup.pair()
    assert rows("public_results") == []
    cup.publish()
    cup.enter(1, "1-0")
    first, second = sorted((row for row in rows("public_results") if row["table"] == 1), key=lambda row: row["side"])
    assert (first["outcome"], second["outcome"], first["decision"]) == ("win", "loss", "played")
    assert (first["opponent"], second["opponent"]) == (second["player"], first["player"])
    assert {row["outcome"] for row in rows("public_results") if row["table"] == 2} == {None}
    assert {row["round_status"] for row in rows("public_results")} == {"published"}
    assert rows("public_tournaments")[0]["rounds"] == 1


def test_bye_is_a_row_without_table(make):
    make().with_players("Ann", "Bo", "Cy").play("1-0")
    (bye,) = [row for row in rows("public_results") if row["bye"]]
    assert (bye["table"], bye["side"], bye["opponent"], bye["outcome"]) == (None, None, None, None)


def test_hidden_tournament_is_in_no_view(cup):
    cup.play("1-0", "1-0")
    assert all(rows(view) for view in VIEWS)
    lifecycle.change_settings(cup.orla, cup.tournament, is_public=False)
    assert [rows(view) for view in VIEWS] == [[], [], []]


def test_views_contain_no_personal_data(cup):
    player = registration.add_player(
        cup.orla, cup.tournament, name="Eve", birth="1987-03-14", sex="w", fide_id="4521234", club="Oulu"
    )
    cup.play("1-0", "1-0")
    Player.objects.filter(pk=player.pk).update(expelled_for="a secret reason", withdrawn_after=1)
    text = "".join(str(rows(view)) for view in VIEWS)
    assert "Oulu" in text
    assert not [secret for secret in ("1987", "4521234", "a secret reason", "'w'") if secret in text]


def test_documented_account_reads_views_and_no_table(cup):
    cup.play("1-0", "1-0")
    made, example = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute(made)
        cursor.execute("SET LOCAL ROLE reader")
        for view in VIEWS:
            assert rows(view)
        cursor.execute(example.replace("spring", cup.tournament.slug))
        assert sorted((wins, losses) for _name, wins, _draws, losses in cursor.fetchall()) == [
            (0, 1),
            (0, 1),
            (1, 0),
            (1, 0),
        ]
        for table in tables:
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                cursor.execute(f'SELECT 1 FROM "{table}"')
        cursor.execute("RESET ROLE")
