"""Every pairing system has pages that answer, from the first draft to the table."""

import pytest
from django.urls import reverse

from pairings.systems import SYSTEMS
from tournaments.journal.errors import Refused
from tournaments.services import edits

ALWAYS = (
    *("tournaments:tournament", "tournaments:players", "tournaments:desk", "tournaments:roll", "tournaments:settings"),
    *("tournaments:wishes", "tournaments:seating", "standings:table", "standings:crosstable", "standings:rules"),
)


def answers(client, stage, name, **more):
    return client.get(reverse(name, args=(stage.tournament.slug, *more.values()))).status_code


@pytest.mark.rotates(4)
@pytest.mark.parametrize("players", [2, 6, 7])
@pytest.mark.parametrize("key", SYSTEMS)
def test_from_the_first_draft_to_the_table(make, orla, client, key, players):
    options = {"options": {"boards": 1 if players % 2 else players // 2}} if key == "hutton" else {}
    stage = make(system=key, planned_rounds=None if SYSTEMS[key].scheduled else 3, **options)
    stage.with_players(*(f"Player {n}" for n in range(players)))
    client.force_login(orla)
    if (key, players) in {("circular", 2), ("groups", 2), ("pods", 2), ("scheveningen", 2)}:
        with pytest.raises(Refused, match=r"at least 3 players|needs three players"):
            stage.pair()
    else:
        stage.pair()
        if SYSTEMS[key].by_hand:
            for pair in zip(*[iter(stage.players.values())] * 2, strict=False):
                edits.pair_by_hand(stage.orla, stage.tournament, stage.round, *pair)
            if players % 2:
                last = list(stage.players.values())[-1]
                edits.give_bye(stage.orla, stage.tournament, stage.round, last, "allocated")
        assert answers(client, stage, "tournaments:draft", number=1) == 200
        stage.publish()
        assert answers(client, stage, "tournaments:round", number=1) == 200
        assert answers(client, stage, "tournaments:results", number=1) == 200
        for row in stage.round.pairings.all():
            assert answers(client, stage, "tournaments:why", number=1, table=row.public_id) == 200
    if SYSTEMS[key].scheduled:
        assert answers(client, stage, "tournaments:schedule") == 200
    assert {name: answers(client, stage, name) for name in ALWAYS} == dict.fromkeys(ALWAYS, 200)
