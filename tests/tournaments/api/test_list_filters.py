"""Filters of lists, and a journal that can be followed beyond its end."""

import pytest
from rest_framework import serializers

from tests.tournaments.api.test_api import problem
from tournaments.players import registration
from tournaments.web.api.serializers import Strict

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(make):
    stage = make()
    rows = [
        {"name": "Äänekoski, Aino", "club": "Oulu", "federation": "FIN"},
        {"name": "Bo", "club": "Oulu SK", "federation": "SWE"},
        {"name": "Cy", "club": "Oulu", "federation": "SWE"},
    ]
    stage.players = {player.name: player for player in registration.add_players(stage.orla, stage.tournament, rows)}
    registration.withdraw(stage.orla, stage.tournament, stage.players["Cy"])
    return stage


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Bo", "Cy", "Äänekoski, Aino"]),
        ("?q=aanekoski", ["Äänekoski, Aino"]),
        ("?club=oulu", ["Cy", "Äänekoski, Aino"]),
        ("?club=oulu&withdrawn=false", ["Äänekoski, Aino"]),
        ("?federation=SWE", ["Bo", "Cy"]),
        ("?withdrawn=true", ["Cy"]),
        ("?checked_in=true", []),
    ],
)
def test_players_are_filtered_by_the_query(club, anonymous, query, names):
    assert [player["name"] for player in anonymous(club).get(f"/players{query}").json()["players"]] == names


@pytest.mark.parametrize("path", ["/players?foo=1", "/players?withdrawn=maybe", "/journal?after=x", "/journal?verb=z"])
def test_unknown_filter_value_is_refused(club, program, path):
    (error,) = problem(program(club, "read").get(path), 422, "query")["errors"]
    assert error["pointer"].strip("/") in path


def test_journal_is_paged_and_followed_beyond_its_end(club, program):
    desk, seen, after = program(club, "read"), [], 0
    while True:
        page = desk.get(f"/journal?limit=2&after={after}").json()
        seen += [entry["sequence"] for entry in page["entries"]]
        after = page["next"]
        if not page["more"]:
            break
    assert seen == [*range(1, club.revision() + 1)]
    assert desk.get(f"/journal?after={after}").json() == {
        "entries": [], "next": after, "cursor": str(after), "more": False,
    }  # fmt: skip
    registration.add_player(club.orla, club.tournament, name="Di")
    (entry,) = desk.get(f"/journal?after={after}").json()["entries"]
    assert (entry["verb"], entry["sequence"]) == ("add-players", after + 1)
    assert [each["verb"] for each in desk.get("/journal?verb=withdraw").json()["entries"]] == ["withdraw"]


@pytest.mark.parametrize("given", [1, "yes", "True"])
def test_booleans_accept_only_booleans(club, program, given):
    path = f"/players/{club.players['Bo'].public_id}"
    answer = program(club).send("PATCH", path, {"may_have_bye": given}, If_Match="*")
    (error,) = problem(answer, 422, "invalid")["errors"]
    assert error == {"pointer": "/may_have_bye", "detail": "Must be a valid boolean."}


def fields_of(kind):
    """Yield (serializer, name) of each field of a kind in all serializers that refuse unknown fields."""
    waiting = [Strict]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        yield from ((one, name) for name, field in one().fields.items() if isinstance(field, kind))


@pytest.mark.parametrize("kind", [serializers.CharField, serializers.BooleanField])
def test_documents_accept_no_number_as_text_or_boolean(kind):
    fields = list(fields_of(kind))
    assert len(fields) > 20
    for one, name in fields:
        with pytest.raises(serializers.ValidationError) as refused:
            one().to_internal_value({name: 1})
        assert name in refused.value.detail, (one, name)
