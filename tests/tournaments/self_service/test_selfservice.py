"""Decisions of players by badge: check-in, byes and withdrawal, which can be undone until the next round is paired."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.self_service.test_badges import at, give, phone_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Player, RequestedBye
from tournaments.models.self_service import badge_with
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(make):
    settings = {"system": "dutch", "planned_rounds": 4, "uses_check_in": True, "half_byes_most": 1}
    return make(**settings).with_players("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def ann(cup):
    """A function that sends a decision from Ann's phone, and returns the text of the answer."""
    phone = phone_of(give(cup, "Ann"))

    def decide(**sent):
        return " ".join(phone.post(at(cup, "me/decide/"), sent, follow=True).content.decode().split())

    return decide


def now(cup, name="Ann"):
    return Player.objects.get(pk=cup.players[name].pk)


def play_a_round(cup):
    registration.check_in(cup.orla, cup.tournament, cup.players.values(), here=True)
    cup.play("1-0", "1-0")


class TestPlayer:
    def test_checks_in_and_cancels_it(self, cup, ann):
        assert "You are checked in." in ann(do="here")
        assert now(cup).checked_in
        ann(do="away")
        assert not now(cup).checked_in
        assert JournalEntry.objects.filter(agent="badge: Ann").count() == 2

    def test_cannot_check_in_after_round_1_is_paired(self, cup, ann):
        registration.check_in(cup.orla, cup.tournament, [p for n, p in cup.players.items() if n != "Ann"], here=True)
        cup.pair()
        assert "Online check-in is closed" in ann(do="here")
        assert not now(cup).checked_in

    @pytest.mark.rotates(4)
    def test_late_player_is_told_to_go_to_the_organiser(self, cup, ann):
        others = [player for name, player in cup.players.items() if name != "Ann"]
        registration.check_in(cup.orla, cup.tournament, others, here=True)
        cup.pair()
        cup.publish()
        text = "You are not checked in. To be paired in the next round, tell the organiser that you are here."
        phone = phone_of(give(cup, "Ann"))
        assert text in phone.get(at(cup, "me/")).content.decode()
        registration.check_in(cup.orla, cup.tournament, [cup.players["Ann"]], here=True)
        assert text not in phone.get(at(cup, "me/")).content.decode()
        assert "You have no opponent at the moment." in phone.get(at(cup, "me/")).content.decode()

    @pytest.mark.rotates(4)
    def test_requests_a_bye_within_the_rules_and_cancels_it(self, cup, ann):
        assert "Round 2: half-point bye" in ann(do="bye", round="2", kind="half")
        assert "Ann has already used the 1 half-point bye allowed." in ann(do="bye", round="3", kind="half")
        assert "Round 9 does not exist" in ann(do="bye", round="9", kind="zero")
        ann(do="bye", round="2")
        assert not RequestedBye.objects.exists()

    @pytest.mark.parametrize("sent", [{"kind": "full", "do": "bye", "round": "2"}, {"do": "x"}, {}, {"do": "bye"}])
    def test_cannot_request_other_byes(self, cup, ann, sent):
        ann(**sent)
        assert not RequestedBye.objects.exists()
        who = Who.player(badge_with(give(cup, "Bo")))
        with pytest.raises(Refused, match="full-point"):
            registration.request_bye(who, cup.tournament, cup.players["Bo"], 2, "full")

    @pytest.mark.rotates(4)
    def test_withdraws_and_returns_until_the_next_round_is_paired(self, cup, ann):
        play_a_round(cup)
        assert "You have withdrawn from the tournament." in ann(do="withdraw")
        assert now(cup).withdrawn_after == 1
        ann(do="return")
        assert now(cup).is_in
        ann(do="withdraw")
        cup.pair()
        assert "A round was paired without you." in ann(do="return")
        assert not now(cup).is_in

    def test_cannot_withdraw_from_a_fixed_schedule(self, make):
        stage = make().with_players("Ann", "Bo", "Cy", "Di")
        phone = phone_of(give(stage, "Ann"))
        answer = phone.post(at(stage, "me/decide/"), {"do": "withdraw"}, follow=True)
        assert b"The schedule is fixed" in answer.content
        assert now(stage).is_in

    def test_cannot_decide_for_another_player(self, cup):
        who = Who.player(badge_with(give(cup, "Ann")))
        for verb in (registration.withdraw, registration.return_player):
            with pytest.raises(Refused) as refusal:
                verb(who, cup.tournament, cup.players["Bo"])
            assert refusal.value.status == 403
        with pytest.raises(Refused):
            registration.check_in(who, cup.tournament, [cup.players["Ann"], cup.players["Bo"]], here=True)

    @pytest.mark.rotates(4)
    def test_decides_nothing_if_the_setting_is_off(self, cup, ann):
        lifecycle.change_settings(cup.orla, cup.tournament, players_decide=False)
        assert "You cannot change this yourself." in ann(do="withdraw")
        assert now(cup).is_in


@pytest.mark.rotates(4)
def test_desk_lists_decisions_of_players_before_pairing(cup, ann, orla):
    play_a_round(cup)
    ann(do="bye", round="2", kind="half")
    desk = signed_in(orla).get(at(cup, "desk/")).content.decode()
    assert "Changes by players since the last round was paired" in desk
    assert "Ann: half-point bye in round 2." in desk
    cup.pair()
    assert "Changes by players" not in signed_in(orla).get(at(cup, "desk/")).content.decode()
