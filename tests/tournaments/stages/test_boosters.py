"""Booster drafts: seats are stored, shown, printed and undone; files and the next draft."""

import json

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.tournament_files.test_files import COMMAND, elsewhere
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing, whatif
from tournaments.history import undo
from tournaments.models import Round
from tournaments.players import registration
from tournaments.public.cards import cards_of
from tournaments.rounds import rounds
from tournaments.setup import moving
from tournaments.stages.stages import draft_pods, seats_of
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
NAMES = [f"Player {number:02}" for number in range(1, 23)]


@pytest.fixture
def cup(make):
    return make(game="cards", system="booster", planned_rounds=6).with_players(*NAMES)


def plays(cup, rounds_=1):
    for _round in range(rounds_):
        cup.pair()
        cup.publish()
        for pairing in cup.round.pairings.all():
            cup.enter(pairing.table, "2-0" if pairing.table % 2 else "1-2")
        cup.close()
    return cup


def stored_pods(number, cup):
    return Round.objects.get(tournament=cup.tournament, number=number).booster_pods


def pods_of(round_):
    return [[player.name for player in pod] for pod in draft_pods(round_).pods]


@pytest.mark.rotates(2)
def test_seats_are_stored_with_the_first_round_of_each_draft(cup):
    plays(cup, 4)
    assert [list(map(len, stored_pods(number, cup))) for number in range(1, 5)] == [[8, 8, 6], [], [], [8, 8, 6]]
    first = Round.objects.get(tournament=cup.tournament, number=1)
    third = Round.objects.get(tournament=cup.tournament, number=3)
    fourth = Round.objects.get(tournament=cup.tournament, number=4)
    assert pods_of(third) == pods_of(first) != pods_of(fourth)
    assert draft_pods(third).first_round == 1
    where = seats_of(third)
    for pairing in third.pairings.all():
        one, other = (where[each.player_id] for each in pairing.appearances.all())
        assert one[0] == other[0], "inside the pod"
    opposite = seats_of(fourth)
    for pairing in fourth.pairings.all():
        one, other = (opposite[each.player_id] for each in pairing.appearances.all())
        assert (one[0], abs(one[1] - other[1])) == (other[0], 3 if one[0] == 3 else 4)


@pytest.mark.rotates(2)
def test_corrected_result_keeps_the_seats(cup):
    from tournaments.core.words.notation import parse
    from tournaments.results import results

    plays(cup, 4)
    before = stored_pods(4, cup)
    table = Round.objects.get(tournament=cup.tournament, number=3).pairings.first()
    results.correct_result(cup.orla, cup.tournament, table, parse("0-2", cup.tournament.scoring), reason="misread")
    assert stored_pods(4, cup) == before


def test_undo_removes_the_round_with_its_seats(cup):
    cup.pair()
    assert stored_pods(1, cup)
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
    assert not cup.tournament.rounds.exists()


def test_pairing_the_rest_again_seats_the_present_players(cup):
    cup.pair()
    before = stored_pods(1, cup)
    gone = cup.players["Player 01"]
    registration.withdraw(cup.orla, cup.tournament, gone)
    again = editing.pair_rest(cup.orla, cup.tournament, cup.round)
    now = Round.objects.get(pk=again.pk).booster_pods
    assert now != before
    assert [len(pod) for pod in now] == [11, 10]
    assert gone.pk not in {key for pod in now for key in pod}


def test_two_odd_pods_get_byes_and_need_no_reason(cup):
    """One player of each of two pods leaves: the round is still the program's own and needs no reason."""
    plays(cup)
    for pod in stored_pods(1, cup)[:2]:
        registration.withdraw(cup.orla, cup.tournament, next(p for p in cup.players.values() if p.pk == pod[0]))
    cup.pair()
    now = whatif.position_of(cup.round)
    assert (len(now.plan.byes), now.edited, now.left_out) == (2, False, ())
    cup.publish()
    assert cup.round.by_hand is None


@pytest.mark.rotates(2)
def test_late_entry_drafts_from_the_next_booster_draft(cup):
    plays(cup)
    (late,) = registration.add_players(cup.orla, cup.tournament, [{"name": "Late"}])
    plays(cup, 2)
    assert not late.appearances.exists()
    cup.pair()
    assert late.pk in {key for pod in stored_pods(4, cup) for key in pod}


def test_draft_page_reports_a_swap_between_pods(cup, orla):
    cup.pair()
    one, other = (stored_pods(1, cup)[pod][0] for pod in (0, 2))
    players = {player.pk: player for player in cup.players.values()}
    editing.swap_players(cup.orla, cup.tournament, cup.round, players[one], players[other])
    text = signed_in(orla).get("/t/cup/desk/rounds/1/").text
    assert "sit in different pods but are a fixed pair" in text


def test_tournament_file_restores_the_seats(cup):
    plays(cup)
    back, text = elsewhere(cup.tournament)
    assert files.write(back) == text
    there = Round.objects.get(tournament=back, number=1)
    assert pods_of(there) == pods_of(cup.round)
    document = json.loads(text)
    document["rounds"][0]["booster_pods"] = [["x"]]
    with pytest.raises(Refused):
        moving.import_file(COMMAND, json.dumps(document).encode())


class TestPages:
    def test_public_page_shows_the_seats_once_published(self, cup, client):
        cup.pair()
        assert client.get("/t/cup/rounds/1/pods/").status_code == 404, "a draft is nobody's business"
        cup.publish()
        assert "/t/cup/rounds/1/pods/" in client.get("/t/cup/rounds/1/").text
        answer = client.get("/t/cup/rounds/1/pods/")
        assert [len(circle) for circle in answer.context["circles"]] == [8, 8, 6]
        first, *others = answer.context["circles"][0]
        assert (first.x, first.y, first.side) == (50, 18, "")
        assert [seat.side for seat in others] == ["start"] * 3 + [""] + ["end"] * 3
        assert first.player.name in first.label
        seat = answer.context["circles"][0][0]
        assert (seat.number, seat.x, seat.y) == (1, 50, 18)
        assert all(answer.text.count(name) >= 1 for name in NAMES)
        plays_on = answer.context["draft"]
        assert plays_on.first_round == 1

    def test_card_shows_pod_and_seat(self, cup, client):
        cup.pair()
        cup.publish()
        number, seat = 2, 5
        key = stored_pods(1, cup)[number - 1][seat - 1]
        player = next(each for each in cup.players.values() if each.pk == key)
        assert cards_of(cup.tournament).of(player).sits == (number, seat)
        text = " ".join(client.get(f"/t/cup/players/{player.public_id}/").text.split())
        assert "Draft: <strong>pod 2, seat 5</strong>" in text

    def test_screen_shows_pod_and_seat(self, cup, client):
        from tournaments.hall import clock

        cup.pair()
        cup.publish()
        clock.set_screen(cup.orla, cup.tournament, ["names"], message="", depth=10)
        text = client.get("/t/cup/screen/").text
        assert text.count("pod 3, seat") == 6

    def test_manual_round_has_no_seats(self, cup, client):
        cup.round = rounds.pair_next_round(cup.orla, cup.tournament, 1, by_hand=True)
        editing.pair_by_hand(cup.orla, cup.tournament, cup.round, *list(cup.players.values())[:2])
        cup.publish(*NAMES[2:])
        assert "No draft starts" in client.get("/t/cup/rounds/1/pods/").text

    def test_other_systems_have_no_link_to_seats(self, make, client):
        other = make(name="Other", system="papp").with_players("Ann", "Bo")
        other.pair()
        other.publish()
        assert "/pods/" not in client.get("/t/other/rounds/1/").text


def test_snapshot_has_the_seats_by_player_number(cup):
    plays(cup)
    view = snapshot.take_view(snapshot.current_stage(cup.tournament))
    (played,) = view.snapshot.rounds
    assert [[view.players[number].pk for number in pod] for pod in played.booster_pods] == stored_pods(1, cup)
