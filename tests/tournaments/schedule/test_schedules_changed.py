"""Schedules with a manually changed round are completed, and the draft shows the consequences."""

from collections import Counter
from itertools import combinations

import pytest
from django.urls import reverse

from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing, whatif
from tournaments.models import Appearance, Stage
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.schedule import schedules

pytestmark = pytest.mark.django_db


def places(stage, table, side):
    return Appearance.objects.get(round=stage.round, pairing__table=table, side=side).player


def swap(stage):
    """Exchange the first players of the first two tables of the draft."""
    editing.swap_players(stage.orla, stage.tournament, stage.round, places(stage, 1, 1), places(stage, 2, 1))


def play_on(stage):
    for pairing in stage.round.pairings.filter(result__isnull=True).order_by("table"):
        stage.enter(pairing.table, "1-0")
    stage.close()


def meetings(stage):
    sides = {}
    for place in Appearance.objects.filter(round__tournament=stage.tournament, pairing__isnull=False):
        sides.setdefault(place.pairing_id, set()).add(place.player_id)
    return Counter(frozenset(pair) for pair in sides.values())


@pytest.fixture
def swap_players(make):
    """A function that starts a round robin with two players exchanged in its first draft.

    It has six players, or as many as requested.
    """

    def start(players=6, **settings):
        stage = make(**settings).with_players(*"ABCDEFGHIJ"[:players])
        stage.pair()
        swap(stage)
        return stage

    return start


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
@pytest.mark.rotates(6)
def test_changed_schedule_is_completed_round_by_round(swap_players, players):
    stage = swap_players(players)
    stage.publish()
    play_on(stage)
    for _round in range(players - 2 + players % 2):
        stage.pair()
        stage.publish()
        play_on(stage)
    assert set(meetings(stage).values()) == {1}
    assert len(meetings(stage)) == players * (players - 1) // 2
    with pytest.raises(Refused, match="have been paired"):
        stage.pair()


@pytest.mark.parametrize("options", [{"cycles": 1}, {"cycles": 2}, {"cycles": 3, "numbering": "circle"}])
@pytest.mark.rotates(4)
def test_remaining_rounds_are_published_at_once(swap_players, options):
    stage = swap_players(6, system="round-robin", options=options)
    stage.publish()
    made = rounds.publish_schedule(stage.orla, stage.tournament)
    assert len(made) == 5 * options["cycles"] - 1
    assert set(meetings(stage).values()) == {options["cycles"]}


@pytest.mark.parametrize("games", [2, 3, 4])
@pytest.mark.rotates(4)
def test_circular_plan_loses_no_game(swap_players, games):
    stage = swap_players(6, system="circular", options={"games": games})
    stage.publish()
    while True:
        try:
            stage.pair()
        except Refused as refused:
            over = refused.code
            break
        stage.publish()
    assert over == "circular-over"
    planned = schedules.schedule_of(snapshot.take_view(Stage.objects.get()))
    assert planned.length == stage.tournament.rounds.count()
    assert sum(meetings(stage).values()) >= 6 * games // 2


@pytest.mark.rotates(4)
def test_late_entry_fits_into_the_changed_schedule(swap_players):
    stage = swap_players(5)
    stage.publish()
    registration.add_player(stage.orla, stage.tournament, name="Late")
    rounds.publish_schedule(stage.orla, stage.tournament)
    assert set(meetings(stage).values()) == {1}
    assert len(meetings(stage)) == 15


@pytest.mark.rotates(4)
def test_withdrawn_player_forfeits_games_of_the_changed_schedule(swap_players):
    stage = swap_players(6)
    stage.publish()
    registration.withdraw(stage.orla, stage.tournament, stage.players["A"])
    made = rounds.publish_schedule(stage.orla, stage.tournament)
    gone = Appearance.objects.filter(round__in=made, player=stage.players["A"])
    assert {place.pairing.result.decision for place in gone} == {"forfeit"}
    assert len(meetings(stage)) == 15


def test_schedule_page_shows_every_game_once(swap_players, client):
    stage = swap_players(6)
    stage.publish()
    whole = schedules.schedule_of(snapshot.take_view(Stage.objects.get()))
    shown = [frozenset((game.first, game.second)) for round_ in whole.rounds() for game in round_.games]
    assert sorted(map(sorted, shown)) == [list(pair) for pair in combinations(range(1, 7), 2)]
    assert client.get(reverse("tournaments:schedule", args=[stage.tournament.slug])).status_code == 200


class TestDraft:
    def page(self, stage, client):
        client.force_login(stage.orla.user)
        where = {"slug": stage.tournament.slug, "number": stage.round.number}
        return client.get(reverse("tournaments:draft", kwargs=where)).content.decode()

    def test_says_that_remaining_games_fit(self, swap_players, client):
        assert "the last round is still round 5" in self.page(swap_players(6), client)

    def test_warns_that_another_round_is_needed(self, swap_players, client):
        stage = swap_players(6)
        editing.unpair(stage.orla, stage.tournament, stage.round, places(stage, 3, 1))
        assert "a full round robin takes 6 rounds instead of 5" in self.page(stage, client)

    @pytest.mark.rotates(4)
    def test_next_draft_says_that_the_schedule_was_rearranged(self, swap_players, client):
        stage = swap_players(6)
        stage.publish()
        stage.pair()
        assert "rearranged around manual changes" in self.page(stage, client)
        assert whatif.consequences(whatif.position_of(stage.round)) == ()

    def test_unchanged_schedule_has_no_remark(self, cup, client):
        cup.pair()
        assert "The pairings break no rule." in self.page(cup, client)


@pytest.mark.rotates(8)
def test_desk_continues_after_the_planned_rounds_if_a_game_is_missing(make, client):
    stage = make().with_players(*"ABCD")
    stage.pair()
    editing.unpair(stage.orla, stage.tournament, stage.round, places(stage, 2, 1))
    stage.publish("B", "C")
    play_on(stage)
    for _round in range(2):
        stage.pair()
        stage.publish()
        play_on(stage)
    client.force_login(stage.orla.user)
    text = client.get(reverse("tournaments:desk", args=[stage.tournament.slug])).content.decode()
    assert "Pair round 4" in text
    stage.pair()
    assert [sorted(p.player.name for p in t.appearances.all()) for t in stage.round.pairings.all()] != []
    stage.publish()
    assert len(meetings(stage)) == 6
