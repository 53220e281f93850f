"""Drafts: manual changes stay, their cost is shown, and equally good pairings can be chosen."""

import pytest
from django.urls import reverse

from pairings.judge import Violation
from pairings.library import system_calls
from pairings.options import as_json
from pairings.plan import Reason
from pairings.systems import SYSTEMS
from pairings.systems.papp import PRESETS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.drafts import editing, whatif
from tournaments.drafts.forms import FixForm
from tournaments.drafts.reason_texts import Teller
from tournaments.history import undo
from tournaments.models import Appearance, FixedPair, ForbiddenPair, JournalEntry, Player, Round, Stage
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def meets(stage):
    """Return {name: name of the opponent} for the current round; the opponent is "" if there is none."""
    found = {}
    for place in stage.round.appearances.select_related("player", "pairing"):
        others = place.pairing.appearances.exclude(player=place.player) if place.pairing else []
        found[place.player.name] = others[0].player.name if others else ""
    return found


@pytest.fixture
def swiss(make):
    """Eight players under PAPP, one round played: the first player at each table won."""
    stage = make(system="papp", game="othello", score_kind="", score_total=None).with_players(*"ABCDEFGH")
    stage.tournament.stages.update(seed="00f1")  # a lot decides between equal pairings; this seed fixes it
    stage.play("1-0", "1-0", "1-0", "1-0")
    return stage


class TestFixedPairs:
    def test_engine_pairs_the_other_players(self, swiss):
        before = meets(swiss)
        a, rival = "A", before["A"]
        editing.fix_pair(swiss.orla, swiss.tournament, 2, swiss.players[a], swiss.players[rival])
        swiss.pair()
        assert meets(swiss)[a] == rival
        table = swiss.round.pairings.filter(reasons__contains=[{"code": "by-hand"}]).get()
        assert {p.player.name for p in table.appearances.all()} == {a, rival}

    def test_fixed_and_forbidden_pairs_apply_before_seats_are_drawn(self, make):
        stage = make(system="papp", seating="lot").with_players(*"ABCDEF")
        editing.fix_pair(stage.orla, stage.tournament, 1, stage.players["A"], stage.players["B"])
        editing.forbid_pair(stage.orla, stage.tournament, stage.players["C"], stage.players["D"])
        stage.pair()
        assert meets(stage)["A"] == "B"
        assert meets(stage)["C"] != "D"

    def test_player_with_a_fixed_pair_gets_no_second_one(self, swiss):
        p = swiss.players
        editing.fix_pair(swiss.orla, swiss.tournament, 2, p["A"], p["B"])
        with pytest.raises(Refused, match="A already has an opponent in round 2"):
            editing.fix_pair(swiss.orla, swiss.tournament, 2, p["C"], p["A"])

    def test_form_proposes_the_next_round(self, make):
        stage = make(system="papp").with_players(*"ABCD")
        assert FixForm(tournament=stage.tournament)["round_number"].value() == 1
        stage.play("1-0", "1-0")
        assert FixForm(tournament=stage.tournament)["round_number"].value() == 2

    def test_pair_for_an_existing_round_is_refused(self, swiss):
        with pytest.raises(Refused, match="already paired"):
            editing.fix_pair(swiss.orla, swiss.tournament, 1, swiss.players["A"], swiss.players["B"])

    def test_repeated_pair_changes_nothing_and_its_removal_can_be_undone(self, swiss):
        p = swiss.players
        pair = editing.fix_pair(swiss.orla, swiss.tournament, 2, p["A"], p["B"])
        assert editing.fix_pair(swiss.orla, swiss.tournament, 2, p["A"], p["B"]) == pair
        editing.free_pair(swiss.orla, swiss.tournament, pair)
        assert not FixedPair.objects.exists()
        entry = JournalEntry.objects.get(verb="free-pair")
        undo.undo(swiss.orla, swiss.tournament, entry)
        assert FixedPair.objects.get().first == p["A"]

    def test_fixed_pair_with_a_bye_refuses_pairing_with_the_reason(self, swiss):
        p = swiss.players
        editing.fix_pair(swiss.orla, swiss.tournament, 2, p["A"], p["B"])
        registration.request_bye(swiss.orla, swiss.tournament, p["A"], 2, "half")
        with pytest.raises(Refused, match="A and B are paired manually, but not both are available"):
            swiss.pair()

    def test_schedule_accepts_no_fixed_pair(self, cup):
        with pytest.raises(Refused, match="round-robin schedule"):
            editing.fix_pair(cup.orla, cup.tournament, 1, cup.players["Ann"], cup.players["Bo"])


class TestForbiddenPairs:
    @pytest.mark.rotates(2)
    def test_forbidden_pair_does_not_meet_in_its_rounds(self, swiss):
        swiss.pair()
        a, b = "A", meets(swiss)["A"]
        rounds.discard_round(swiss.orla, swiss.tournament, swiss.round)
        pair = editing.forbid_pair(
            swiss.orla, swiss.tournament, swiss.players[a], swiss.players[b], first_round=2, last_round=2
        )
        swiss.pair()
        assert meets(swiss)[a] != b
        rounds.discard_round(swiss.orla, swiss.tournament, swiss.round)
        editing.allow_pair(swiss.orla, swiss.tournament, pair)
        swiss.pair()
        assert meets(swiss)[a] == b

    def test_order_of_the_two_players_does_not_matter(self, swiss):
        p = swiss.players
        one = editing.forbid_pair(swiss.orla, swiss.tournament, p["A"], p["B"])
        assert editing.forbid_pair(swiss.orla, swiss.tournament, p["B"], p["A"]) == one
        assert ForbiddenPair.objects.count() == 1

    def test_last_round_before_the_first_is_refused(self, swiss):
        p = swiss.players
        with pytest.raises(Refused, match="is before the first"):
            editing.forbid_pair(swiss.orla, swiss.tournament, p["A"], p["B"], first_round=3, last_round=2)

    def test_player_cannot_be_forbidden_to_meet_themselves(self, swiss):
        with pytest.raises(Refused, match="two different"):
            editing.forbid_pair(swiss.orla, swiss.tournament, swiss.players["A"], swiss.players["A"])

    def test_removing_a_player_removes_fixed_and_forbidden_pairs(self, make):
        stage = make(system="papp").with_players(*"ABCD")
        p = stage.players
        editing.forbid_pair(stage.orla, stage.tournament, p["A"], p["B"])
        editing.fix_pair(stage.orla, stage.tournament, 1, p["C"], p["A"])
        registration.remove_player(stage.orla, stage.tournament, p["A"])
        assert (ForbiddenPair.objects.count(), FixedPair.objects.count()) == (0, 0)
        undo.undo(stage.orla, stage.tournament, JournalEntry.objects.get(verb="remove-player"))
        assert (ForbiddenPair.objects.count(), FixedPair.objects.count()) == (1, 1)

    def test_player_without_right_to_a_bye_gets_none(self, make):
        stage = make(system="papp").with_players(*"ABCDE")
        for name in "ABCE":
            registration.change_player(stage.orla, stage.tournament, stage.players[name], may_have_bye=False)
        stage.pair()
        assert meets(stage)["D"] == ""


class TestManualChanges:
    def test_manual_pair_stays_when_the_rest_is_paired(self, swiss):
        swiss.pair()
        before = meets(swiss)
        other = next(name for name in "BCDEFGH" if before["A"] != name)
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[other])
        assert len(meets(swiss)) == 6
        editing.pair_rest(swiss.orla, swiss.tournament, swiss.round)
        after = meets(swiss)
        assert after["A"] == other
        assert len(after) == 8
        assert len(whatif.position_of(swiss.round).by_hand) == 2

    def test_undo_of_pairing_the_rest_restores_the_draft(self, swiss):
        swiss.pair()
        before = meets(swiss)
        other = next(name for name in "BCDEFGH" if before["A"] != name)
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[other])
        halfway = meets(swiss)
        editing.pair_rest(swiss.orla, swiss.tournament, swiss.round)
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.get(verb="pair-rest"))
        assert meets(swiss) == halfway

    @pytest.mark.rotates(2)
    @pytest.mark.parametrize("system", [key for key, each in SYSTEMS.items() if each.takes_wishes and not each.by_hand])
    def test_manual_bye_stays_when_the_rest_is_paired(self, make, system):
        if not SYSTEMS[system].of_two:
            return  # nobody is taken out of a pod, and those left are never paired again
        stage = make(system=system, game="go" if system == "mcmahon" else "chess", planned_rounds=5)
        stage.with_players(*"ABCDE").pair()
        free = next(name for name, other in meets(stage).items() if not other)
        wanted = next(name for name in "ABCDE" if name != free)
        editing.swap_players(stage.orla, stage.tournament, stage.round, stage.players[free], stage.players[wanted])
        editing.pair_rest(stage.orla, stage.tournament, stage.round)
        assert meets(stage)[wanted] == ""
        bye = stage.round.appearances.get(player=stage.players[wanted])
        assert bye.reasons[0]["code"] == "by-hand"

    def test_manual_bye_of_a_player_without_right_to_it_stays(self, make):
        stage = make(system="papp", planned_rounds=5).with_players(*"ABCDE")
        stage.pair()
        free = next(name for name, other in meets(stage).items() if not other)
        wanted = next(name for name in "ABCDE" if name != free)
        registration.change_player(stage.orla, stage.tournament, stage.players[wanted], may_have_bye=False)
        editing.swap_players(stage.orla, stage.tournament, stage.round, stage.players[free], stage.players[wanted])
        editing.pair_rest(stage.orla, stage.tournament, stage.round)
        assert meets(stage)[wanted] == ""

    def test_manual_pair_across_pods_stays(self, make):
        stage = make(system="booster", game="cards", planned_rounds=3).with_players(*"ABCDEFGHIJKLMNOP")
        stage.pair()
        one, other = (Player.objects.get(pk=pod[0]) for pod in stage.round.booster_pods)
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, one, other)
        editing.pair_rest(stage.orla, stage.tournament, stage.round)
        assert meets(stage)[one.name] == other.name

    def test_plan_with_unexplained_violations_is_refused_with_a_message(self, make, orla, monkeypatch, caplog):
        stage = make(system="papp", planned_rounds=5).with_players(*"ABCDE")
        wrong = Violation(Reason("met-before", {"first": 1, "second": 2, "round": 1}))
        monkeypatch.setattr(system_calls, "unexplained_violations", lambda *_asked: (wrong,))
        client = signed_in(orla)
        place = reverse("tournaments:pair", args=[stage.tournament.slug])
        text = client.post(place, {"number": 1}, follow=True).content.decode()
        assert "The automatic pairing of round 1 failed its own check and was not used." in text
        assert "have already met" in caplog.text

    @pytest.mark.parametrize("system", ["papp", "mcmahon", "dutch", "us-chess", "keizer", "ladder"])
    def test_needless_allocated_bye_is_paired(self, make, system):
        stage = make(system=system, game="go" if system == "mcmahon" else "chess", planned_rounds=5)
        stage.with_players(*"ABCDEFG").pair()
        one, other = stage.players["A"], stage.players["B"]
        editing.give_bye(stage.orla, stage.tournament, stage.round, one, "allocated")
        editing.give_bye(stage.orla, stage.tournament, stage.round, other, "half")
        editing.pair_rest(stage.orla, stage.tournament, stage.round)
        byes = dict(Appearance.objects.filter(round=stage.round, pairing=None).values_list("player__name", "bye"))
        assert byes == {"B": "half"}
        assert stage.round.pairings.count() == 3

    def test_cost_of_a_swap_is_shown(self, swiss):
        swiss.pair()
        assert whatif.cost_by_hand(whatif.position_of(swiss.round)) is None
        first = meets(swiss)
        a, c = "A", next(name for name in "BCDEFGH" if name not in ("A", first["A"]))
        editing.swap_players(swiss.orla, swiss.tournament, swiss.round, swiss.players[a], swiss.players[c])
        cost = whatif.cost_by_hand(whatif.position_of(swiss.round))
        assert cost.extra >= (0, 0, 0)
        assert cost.extra.amount == sum(term.then.amount - term.now.amount for term in cost.terms)

    @pytest.mark.rotates(2)
    def test_page_names_only_existing_pairs(self, swiss, client, orla):
        client.force_login(orla)
        swiss.pair()
        first = meets(swiss)
        c = next(name for name in "BCDEFGH" if name not in ("A", first["A"]))
        editing.swap_players(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[c])
        other = next(name for name in "BCDEFGH" if name != c)
        editing.unpair(swiss.orla, swiss.tournament, swiss.round, swiss.players[other])
        there = {frozenset(pair) for pair in meets(swiss).items() if all(pair)}
        answer = client.get(f"/t/{swiss.tournament.slug}/desk/rounds/2/").context["cost"]
        assert answer.now
        assert {frozenset(pair) for pair in answer.then} <= there

    @pytest.mark.rotates(4)
    def test_page_marks_manual_tables(self, swiss, client, orla):
        client.force_login(orla)
        swiss.pair()
        page = f"/t/{swiss.tournament.slug}/desk/rounds/2/"
        mark = '<small class="quiet">manual</small>'
        assert mark not in client.get(page).content.decode()
        first = meets(swiss)
        c = next(name for name in "BCDEFGH" if name not in ("A", first["A"]))
        editing.swap_players(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[c])
        assert client.get(page).content.decode().count(mark) == 2

    @pytest.mark.rotates(2)
    def test_published_reasons_include_manual_change_and_cost_of_every_rule(self, swiss):
        swiss.pair()
        first = meets(swiss)
        c = next(name for name in "BCDEFGH" if name not in ("A", first["A"]))
        editing.swap_players(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[c])
        swiss.publish()
        table = swiss.round.pairings.get(appearances__player=swiss.players["A"])
        codes = [reason["code"] for reason in table.reasons]
        assert codes[0] == "by-hand"
        assert codes[-1] in {"papp-total", "papp-free", "papp-total-forbidden"}
        assert Round.objects.get(pk=swiss.round.pk).reasons[0]["code"] == "papp-round-sum"

    def test_later_correction_does_not_change_stored_reasons(self, swiss):
        swiss.pair()
        swiss.publish()
        frozen = [table.reasons for table in swiss.round.pairings.all()]
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["A"], federation="FIN")
        assert [table.reasons for table in swiss.round.pairings.all()] == frozen

    def test_manual_system_cannot_pair_the_rest(self, make):
        stage = make(system="manual").with_players(*"AB")
        stage.pair()
        with pytest.raises(Refused, match="no automatic pairing"):
            editing.pair_rest(stage.orla, stage.tournament, stage.round)


class TestWhyNot:
    def test_answer_lists_what_would_change(self, swiss):
        swiss.pair()
        now = whatif.position_of(swiss.round)
        numbers = {player.name: number for number, player in now.view.players.items()}
        a = meets(swiss)
        other = next(name for name in "BCDEFGH" if name != a["A"])
        answer = whatif.why_not(now, numbers["A"], numbers[other])
        assert set(answer.now) == {tuple(sorted(game)) for game in now.games}
        assert tuple(sorted((numbers["A"], numbers[other]))) in answer.then

    def test_schedule_has_no_answer(self, cup):
        cup.pair()
        assert whatif.why_not(whatif.position_of(cup.round), 1, 2) is None


class TestAlternatives:
    def test_repeated_steps_go_through_all_equal_pairings_and_return(self, make):
        stage = make(system="papp").with_players(*"ABCD")
        stage.pair()
        first, seen = meets(stage), []
        for _step in range(3):
            walked = editing.take_another(stage.orla, stage.tournament, stage.round)
            assert (walked.count, walked.complete) == (3, True)
            seen.append(meets(stage))
        assert seen[-1] == first
        assert len({tuple(sorted(each.items())) for each in seen}) == 3

    def test_manual_pair_stays_in_all_alternatives(self, make):
        stage = make(system="papp").with_players(*"ABCDEF")
        stage.pair()
        editing.pair_by_hand(stage.orla, stage.tournament, stage.round, stage.players["A"], stage.players["F"])
        for _step in range(3):
            assert editing.take_another(stage.orla, stage.tournament, stage.round).count == 3
            assert meets(stage)["A"] == "F"

    def test_incomplete_count_of_alternatives_is_reported(self, make):
        stage = make(system="papp").with_players(*"ABCDEFGH")
        stage.pair()
        walked = editing.take_another(stage.orla, stage.tournament, stage.round)
        assert (walked.count, walked.complete) == (whatif.MOST_OPTIMA, False)

    def test_schedule_has_no_alternative(self, cup):
        cup.pair()
        with pytest.raises(Refused, match="No other pairing"):
            editing.take_another(cup.orla, cup.tournament, cup.round)


class TestSmallField:
    @pytest.mark.rotates(4)
    def test_round_robin_is_offered_but_not_forced(self, make):
        stage = make(system="papp", planned_rounds=5).with_players(*"ABCDEF")
        assert editing.round_robin_offered(stage.tournament)
        stage.pair()
        assert not Stage.objects.get().options.get("small_field")
        editing.accept_round_robin(stage.orla, stage.tournament)
        assert not editing.round_robin_offered(stage.tournament)
        stage.publish()
        for table in (1, 2, 3):
            stage.enter(table, "1-0")
        stage.close()
        met = [meets(stage)["A"]]
        for _number in range(4):
            stage.play("1-0", "1-0", "1-0")
            met.append(meets(stage)["A"])
        assert sorted(met) == list("BCDEF")

    @pytest.mark.rotates(2)
    def test_round_robin_is_refused_for_a_large_field(self, make, swiss):
        assert not editing.round_robin_offered(make(system="papp", planned_rounds=3).with_players(*"ABCDEF").tournament)
        swiss.pair()
        with pytest.raises(Refused, match="Too many players"):
            editing.accept_round_robin(swiss.orla, swiss.tournament)


class TestLargeDraft:
    @pytest.mark.rotates(2)
    def test_page_computes_names_once(self, swiss, client, monkeypatch):
        swiss.pair()
        client.force_login(swiss.orla.user)
        made = []
        names = snapshot.View.names.fget
        monkeypatch.setattr(snapshot.View, "names", property(lambda view: made.append(view) or names(view)))
        page = client.get(f"/t/{swiss.tournament.slug}/desk/rounds/2/")
        assert page.status_code == 200
        assert len(made) <= 2

    def test_manual_marks_are_queried_by_table(self, swiss, django_assert_max_num_queries):
        """PostgreSQL joins row by row if it does not yet know how many rows a new round has added."""
        swiss.pair()
        with django_assert_max_num_queries(20) as asked:
            whatif.position_of(swiss.round)
        looking = [query["sql"] for query in asked.captured_queries if "@>" in query["sql"]]
        assert looking
        assert not any("JOIN" in sql for sql in looking)

    def test_bye_has_the_same_name_in_view_and_reasons(self, make):
        stage = make(system="papp").with_players(*"ABC")
        stage.pair()
        assert (
            snapshot.take_view(stage.tournament.stages.get()).names[0]
            == Teller.of_round(stage.round).names[0]
            == "the bye"
        )


class TestPresets:
    def test_preset_sets_all_its_options(self, make):
        stage = make(system="papp", options=as_json(PRESETS["slim"].options))
        system, options = snapshot.system_of(stage.tournament.stages.get())
        assert system.preset_of(options).key == "slim"
        lifecycle.change_settings(stage.orla, stage.tournament, options={**as_json(options), "nation": [5]})
        system, options = snapshot.system_of(stage.tournament.stages.get())
        assert system.preset_of(options) is None
        assert options.order == 1
