"""Commander in pods: tables of four and three from draft to standings, in code and on pages."""

import json
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from pairings.snapshot import Outcome
from standings.web.next_stage import qualification
from standings.web.table.current import standings_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words import notation, pods
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Appearance, Result
from tournaments.results import results
from tournaments.setup import lifecycle, moving, rules
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
NAMES = [f"Player {n:02}" for n in range(1, 24)]


@pytest.fixture
def commander(make):
    """A Commander tournament of 23 players in pods."""
    return make(game="cards", system="pods", planned_rounds=4).with_players(*NAMES)


@pytest.fixture
def begun_round(commander):
    """A Commander tournament of 23 players in round 1."""
    commander.pair()
    commander.publish()
    return commander


def sizes(round_):
    return [row.appearances.count() for row in round_.pairings.order_by("order")]


def page(cup, name, *args, who=None):
    client = Client()
    if who is not None:
        client.force_login(who.user)
    answer = client.get(reverse(name, args=[cup.tournament.slug, *args]))
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


class TestRound:
    def test_field_of_23_has_five_tables_of_four_and_one_of_three(self, begun_round):
        assert sizes(begun_round.round) == [4, 4, 4, 4, 4, 3]
        assert begun_round.tournament.scoring.pods

    def test_win_scores_five_points_and_a_draw_one_for_each_player(self, begun_round):
        for table, text in ((1, "2"), (2, "="), (6, "3")):
            begun_round.enter(table, text)
        points = RULE_BOOKS[0].points(begun_round.round.stage)
        places = {row.side: row.player_id for row in Appearance.objects.filter(pairing=begun_round.table(1))}
        assert [points[places[side]] for side in (1, 2, 3, 4)] == [0, 5, 0, 0]
        drawn = Appearance.objects.filter(pairing=begun_round.table(2)).values_list("player_id", flat=True)
        assert {points[key] for key in drawn} == {1}
        assert Result.objects.get(pairing=begun_round.table(6)).fact.outcomes == (
            Outcome.LOSS,
            Outcome.LOSS,
            Outcome.WIN,
        )

    @pytest.mark.rotates(2)
    def test_player_sits_at_a_table_of_three_only_once(self, commander):
        three = []
        for _number in range(4):
            commander.play(*["1"] * 6)
            assert sizes(commander.round) == [4, 4, 4, 4, 4, 3]
            three += list(commander.table(6).appearances.values_list("player_id", flat=True))
        assert len(three) == len(set(three)) == 12

    def test_tie_break_is_the_mean_of_all_opponents(self, commander):
        commander.play("1", "2", "3", "4", "=", "=")
        places = RULE_BOOKS[0].places(commander.tournament)
        assert [place.points for place in places] == [5] * 4 + [1] * 7 + [0] * 12
        assert [place.rank for place in places][:5] == [1, 1, 1, 1, 5]
        now = standings_of(commander.tournament)
        winner = now.table.rows[0]
        assert winner.values["OMW"] == 0
        drawer = next(row for row in now.table.rows if row.points == 1)
        assert drawer.values["OMW"] == Fraction(1, 5)


class TestResults:
    @pytest.mark.parametrize("text", ["4", "+---", "1-1-0", "½-0-0", "1-½-0", "0-0", "1-0", "5", "0-0-0-1"])
    def test_result_that_does_not_fit_a_table_of_three_is_refused_with_reason(self, begun_round, text):
        with pytest.raises((Refused, notation.NotAResult)) as refused:
            begun_round.enter(6, text)
        assert str(refused.value).endswith(".")

    @pytest.mark.parametrize(
        ("text", "stored"),
        [
            ("1", "1-0-0-0"),
            ("=", "½-½-½-½"),
            ("0", "0-0-0-0"),
            ("½-½-0-½", "½-½-0-½"),
            ("-+--", "-+--"),
            ("----", "----"),
        ],
    )
    def test_valid_result_is_stored_and_read_back(self, begun_round, text, stored):
        begun_round.enter(1, text)
        fact = Result.objects.get(pairing=begun_round.table(1)).fact
        assert notation.write(fact) == stored
        assert notation.parse(stored, begun_round.tournament.scoring) == fact
        assert notation.parse(pods.short(fact), begun_round.tournament.scoring) == fact

    def test_result_can_be_corrected_and_undone(self, begun_round):
        for table in range(1, 7):
            begun_round.enter(table, "1")
        undo.undo(begun_round.orla, begun_round.tournament, begun_round.tournament.journal.latest("sequence"))
        assert not Result.objects.filter(pairing=begun_round.table(6)).exists()
        begun_round.enter(6, "=")
        begun_round.close()
        right = notation.parse("2", begun_round.tournament.scoring)
        results.correct_result(
            begun_round.orla, begun_round.tournament, begun_round.table(6), right, reason="slip misread"
        )
        assert notation.write(Result.objects.get(pairing=begun_round.table(6)).fact) == "0-1-0"

    def test_database_refuses_results_that_do_not_fit_the_table(self, begun_round):
        sides = {"first": "win", "second": "loss", "decision": "played", "entered_at": begun_round.round.published_at}
        for others in ("", "loss", "win loss", "draw draw"):
            with pytest.raises(IntegrityError), transaction.atomic():
                Result.objects.create(pairing=begun_round.table(1), others=others, **sides)

    def test_result_of_three_players_is_refused_at_a_table_of_two(self, cup):
        cup.pair()
        cup.publish()
        three = pods.result([Outcome.WIN, Outcome.LOSS, Outcome.LOSS])
        with pytest.raises(Refused):
            results.enter_result(cup.orla, cup.tournament, cup.table(1), three)


class TestDraft:
    def test_players_can_be_swapped_but_other_manual_changes_are_refused(self, commander):
        draft = commander.pair()
        one = draft.appearances.get(pairing__table=1, side=1)
        other = draft.appearances.get(pairing__table=6, side=3)
        editing.swap_players(commander.orla, commander.tournament, draft, one.player, other.player)
        assert draft.appearances.get(pairing__table=1, side=1).player == other.player
        for verb in (
            lambda: editing.unpair(commander.orla, commander.tournament, draft, one.player),
            lambda: editing.pair_by_hand(commander.orla, commander.tournament, draft, one.player, other.player),
            lambda: editing.give_bye(commander.orla, commander.tournament, draft, one.player, "half"),
            lambda: editing.set_pairings(commander.orla, commander.tournament, draft, [(one.player, other.player)]),
            lambda: editing.pair_rest(commander.orla, commander.tournament, draft),
        ):
            with pytest.raises(Refused) as refused:
                verb()
            assert refused.value.code == "pods"
        commander.publish()
        assert sizes(commander.round) == [4, 4, 4, 4, 4, 3]


class TestSettings:
    def test_switching_to_pods_sets_their_points_and_rules(self, make):
        cup = make(game="cards").with_players(*NAMES[:8])
        lifecycle.change_settings(cup.orla, cup.tournament, system="pods")
        found = cup.tournament
        assert (found.of_pods, found.points_win, found.best_of, found.rules) == (True, 5, 1, "commander")
        lifecycle.change_settings(cup.orla, found, system="papp")
        assert not found.of_pods

    @pytest.mark.parametrize(
        ("settings", "field"),
        [
            ({"best_of": 3}, "best_of"),
            ({"score_kind": "points"}, "score_kind"),
            ({"default_minutes": 15}, "default_minutes"),
        ],
    )
    def test_settings_incompatible_with_pods_are_refused(self, commander, settings, field):
        with pytest.raises(Refused) as refused:
            lifecycle.change_settings(commander.orla, commander.tournament, **settings)
        assert (refused.value.code, refused.value.field) == ("pods", field)

    def test_tie_breaks_of_two_player_games_are_refused(self, commander, make):
        with pytest.raises(Refused) as refused:
            rules.change_rules(commander.orla, commander.tournament, rules="fide-2026", changes={})
        assert "BH" in refused.value.text
        with pytest.raises(Refused):
            make(game="cards", system="pods", rules="fide-2026")

    def test_next_stage_of_pods_must_be_pods(self, commander):
        commander.play(*["1"] * 6)
        asked = {"places": 16, "planned_rounds": 2, "decision": "lot", "by_hand": {}, "reason": ""}
        with pytest.raises(Refused) as refused:
            qualification.go_on(commander.orla, commander.tournament, system="knock-out", **asked)
        assert refused.value.code == "pods"
        stage = qualification.go_on(commander.orla, commander.tournament, system="pods", **asked)
        assert stage.number == 2
        assert sizes(commander.pair()) == [4] * 4


class TestPages:
    def test_public_pages_show_seats_and_results(self, begun_round, client):
        begun_round.enter(1, "3")
        slug = begun_round.tournament.slug
        names = [
            place.player.name for place in begun_round.table(1).appearances.select_related("player").order_by("side")
        ]
        shown = client.get(f"/t/{slug}/rounds/1/").content.decode()
        at = [shown.index(f">{name}<") for name in names]
        assert at == sorted(at)
        assert shown.count("won</strong>") == 1
        third = begun_round.table(1).appearances.get(side=3).player
        card = client.get(f"/t/{slug}/players/{third.public_id}/card/").content.decode()
        assert "Seat 3" in card
        assert all(name in card for name in names)
        by_name = client.get(f"/t/{slug}/rounds/1/names/").content.decode()
        assert by_name.count("<tr") == 24
        embedded = client.get(f"/embed/{slug}/pairings/").content.decode()
        assert all(name in embedded for name in NAMES)

    def test_features_for_two_player_games_are_hidden_or_refused(self, begun_round, orla, client):
        client.force_login(orla)
        slug = begun_round.tournament.slug
        for page in ("", "desk/", "desk/rounds/1/slips/", "standings/", "crosstable/", "desk/rules/"):
            shown = client.get(f"/t/{slug}/{page}").content.decode()
            assert "report.trf" not in shown
            assert "fide-2026" not in shown
        answer = client.get(f"/t/{slug}/report.trf26")
        assert answer.status_code == 422
        assert "played in pods" in answer.content.decode()
        for address in ("standings/?rules=fide-2026", "standings/comparison/?with=fide-2026", "standings.h9"):
            assert client.get(f"/t/{slug}/{address}").status_code == 404
        assert "cannot be compared with pods" in client.get(f"/t/{slug}/desk/rounds/2/systems/").content.decode()

    def test_verdicts_are_shown_before_the_last_round(self, commander, client):
        slug = commander.tournament.slug
        address = f"/t/{slug}/standings/verdicts/?top=8"
        for _round in range(3):
            commander.play(*["1"] * 6)
        commander.pair()
        commander.publish()
        for table in range(1, 5):
            commander.enter(table, "2")
        shown = client.get(address).content.decode()
        assert "Certain to miss out" in shown
        assert "With a draw" in shown
        assert "wins at table" in shown or "draw by" in shown
        found = client.get(f"/api/v1/tournaments/{slug}/standings/verdicts?top=8").json()
        assert found["open_tables"] == 2
        own = [len(each["own"]) for each in found["verdicts"]]
        assert sorted(set(own)) == [0, 7, 15]
        results = {each["own"]["result"] for verdict in found["verdicts"] for each in verdict["own"]}
        assert {"1-0-0-0", "½-½-0", "½-½-½-½"} <= results

    def test_effect_of_a_correction_is_shown_before_saving(self, commander, orla, client):
        commander.play(*["1"] * 6)
        client.force_login(orla)
        table = commander.table(6).public_id
        at = f"/t/{commander.tournament.slug}/desk/tables/{table}/effect/"
        shown = client.get(at, {"typed": "2", "reason": "slip"}).content.decode()
        assert "0-1-0" in shown
        assert client.get(at, {"typed": "4", "reason": "slip"}).status_code == 422

    def test_why_not_page_answers_for_two_players(self, commander, orla, client):
        commander.play(*["1"] * 6)
        commander.pair()
        client.force_login(orla)
        one, other = (place.player.public_id for place in commander.round.appearances.filter(side=1).order_by("pk")[:2])
        at = f"/t/{commander.tournament.slug}/desk/rounds/2/why-not/?a={one}&b={other}"
        shown = client.get(at).content.decode()
        assert "shared a table" in shown or "share a table" in shown

    def test_second_entry_reads_pod_results(self, begun_round, orla, client):
        for table in range(1, 7):
            begun_round.enter(table, "1")
        client.force_login(orla)
        at = f"/t/{begun_round.tournament.slug}/desk/rounds/1/again/"
        shown = client.post(at, {f"t{table}": "1" if table < 6 else "2" for table in range(1, 7)}).content.decode()
        assert "1 of 6 pairings has a different result" in shown

    def test_tournament_file_restores_pods_and_results(self, begun_round):
        begun_round.enter(6, "2")
        stored = files.write(begun_round.tournament)
        read = moving.import_file(begun_round.orla, stored)
        assert read.of_pods
        assert sizes(read.rounds.get()) == [4, 4, 4, 4, 4, 3]
        assert files.write(read).count(b'"loss loss"') == files.write(begun_round.tournament).count(b'"loss loss"')

    @pytest.mark.parametrize(
        ("name", "value"), [("of_pods", False), ("rules", "fide-2026"), ("game", "nothing"), ("best_of", 3)]
    )
    def test_contradictory_file_is_refused(self, begun_round, name, value):
        stored = json.loads(files.write(begun_round.tournament))
        stored["tournament"][name] = value
        with pytest.raises(Refused):
            moving.import_file(begun_round.orla, json.dumps(stored).encode())
