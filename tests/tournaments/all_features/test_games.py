"""GAMES: with its defaults alone, every game creates a tournament, accepts players and pairs its first round."""

from datetime import date

import pytest
from django.urls import reverse

from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.games import GAMES, swiss_rounds
from tournaments.core.rights import Who
from tournaments.core.tables import kind_of_system
from tournaments.drafts.whatif import judge, position_of
from tournaments.models import Tournament
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup.forms.creation_forms import FIRST, CreateForm
from tournaments.setup.forms.proposal import Proposal, groups_and_final, propose
from tournaments.setup.forms.setting_forms import choice_of

pytestmark = pytest.mark.django_db


def create(client, **typed):
    """Send the page that creates a tournament, with its proposed values and what was typed."""
    shown = client.get(reverse("tournaments:create")).context["form"]
    usual = {name: shown[name].value() for name in shown.fields}
    sent = {
        name: value
        for name, value in {**usual, "name": "Open", **typed}.items()
        if value is not None and value is not False
    }
    return client.post(reverse("tournaments:create"), sent)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.rotates(8)
def test_defaults_pair_all_players_in_round_1(orla, game):
    page, who = signed_in(orla), Who.at_page(orla)
    fewest = kind_of_system(SYSTEMS[GAMES[game].system]).fewest
    for players in range(fewest, 13):
        create(page, name=f"Open {players}", game=game)
        tournament = Tournament.objects.get(slug=f"open-{players}")
        registration.add_players(who, tournament, [{"name": f"Player {number}"} for number in range(1, players + 1)])
        step = page.get(reverse("tournaments:desk", args=[tournament.slug])).context["step"]
        page.post(step.url, {**dict(step.hidden), "rounds": step.asks_rounds or ""})
        draft = tournament.rounds.get()
        assert draft.appearances.count() == players
        assert draft.appearances.filter(pairing__isnull=True).count() == players % fewest
        assert judge(position_of(draft)) == ()
        assert not rounds.publish_round(who, tournament, draft).is_draft


def test_card_games_use_the_penalty_swiss_with_their_own_penalties(orla):
    create(signed_in(orla), game="cards")
    tournament = Tournament.objects.get()
    assert tournament.rules == "mtr"
    assert choice_of(tournament.stages.get()).value == "papp:card-game"


@pytest.mark.parametrize("game", ["darts", "other"])
def test_darts_and_unknown_games_rank_by_points_and_game_difference(orla, game):
    create(signed_in(orla), game=game)
    assert Tournament.objects.get().rules == "games"


def test_no_game_uses_manual_pairing_by_default():
    assert not [game.key for game in GAMES.values() if SYSTEMS[game.system].by_hand]


def test_game_with_another_system_starts_with_default_options_of_the_system(make):
    assert choice_of(make(game="cards", system="dutch").tournament.stages.get()).system.key == "dutch"
    assert choice_of(make(name="Other", game="chess", system="papp").tournament.stages.get()).value == "papp:papp"


#: Players, minutes, typed rounds: whether it is a Swiss, of how many rounds.
FITS = {
    (None, None, None): (True, None),
    (None, 150, None): (True, 2),
    (2, None, None): (False, 1),
    (6, None, None): (False, 5),
    (7, None, None): (False, 7),
    (8, None, None): (True, 5),
    (8, 8 * 60, None): (False, 7),
    (12, None, None): (True, 5),
    (12, 3 * 60, None): (True, 3),
    (12, 11 * 60, None): (False, 11),
    (24, None, None): (True, 5),
    (60, None, None): (True, 6),
    (200, None, None): (True, 8),
    (200, 10, None): (True, 1),
    (24, None, 9): (True, 9),
    (12, None, 11): (False, 11),
}


@pytest.mark.parametrize("known", FITS)
def test_proposal_depends_on_number_of_players_and_available_time(known):
    found = propose(GAMES["chess"], *known)
    assert (found.swiss, found.rounds) == FITS[known]


def test_league_is_a_round_robin_unless_time_is_too_short():
    league, friendlies = GAMES["football"], GAMES["other"]
    assert propose(league, 8) == Proposal(swiss=False, rounds=7)
    assert propose(league, 8, 3 * 45) == Proposal(swiss=True, rounds=3)
    assert propose(league, 24) == Proposal(swiss=True, rounds=5)
    assert propose(friendlies, 8) == Proposal(swiss=True, rounds=5)


#: Players and minutes of table tennis: how many groups' rounds and which size of final, or what else it is.
TABLE_TENNIS = {
    (5, None): (False, 5, None),
    (6, None): (False, 5, None),
    (7, None): (False, 3, 4),
    (22, None): (False, 3, 12),
    (22, 30 * 7): (False, 3, 12),
    (22, 30 * 6): (True, 5, None),
    (12, 30 * 3): (True, 3, None),
    (110, None): (True, 7, None),
    (None, None): (True, None, None),
}


@pytest.mark.parametrize("known", TABLE_TENNIS)
def test_table_tennis_gets_groups_and_a_final_if_time_allows(known):
    players, _minutes = known
    swiss, rounds, final = TABLE_TENNIS[known]
    assert propose(GAMES["table-tennis"], *known) == Proposal(swiss=swiss, rounds=rounds, groups=final is not None)
    if final is not None:
        assert groups_and_final(players).finalists == final


def test_typed_number_of_rounds_proposes_a_swiss_in_table_tennis():
    assert propose(GAMES["table-tennis"], 22, None, 6) == Proposal(swiss=True, rounds=6)


class TestCreating:
    def test_22_table_tennis_players_get_groups_and_see_the_planned_final(self, orla):
        asked = {"do": "propose", "game": "table-tennis", "players": "22", "hours": ""}
        part = signed_in(orla).post(reverse("tournaments:create"), asked, headers={"HX-Request": "true"})
        assert (
            "22 players · 3 rounds · Groups · then a final for the best 12 in 4 rounds · about 3½ hours"
            in part.content.decode()
        )
        create(signed_in(orla), game="table-tennis", players="22")
        stage = Tournament.objects.get().stages.get()
        assert (stage.system, stage.planned_rounds) == ("groups", None)

    def test_twelve_chess_players_get_a_swiss_of_five_rounds(self, orla):
        create(signed_in(orla), game="chess", players="12")
        stage = Tournament.objects.get().stages.get()
        assert (choice_of(stage).value, stage.planned_rounds) == ("dutch:fide", 5)

    def test_six_go_players_get_a_round_robin_with_circle_numbering(self, orla):
        create(signed_in(orla), game="go", players="6")
        stage = Tournament.objects.get().stages.get()
        assert (stage.system, stage.options) == ("round-robin", {"numbering": "circle"})

    def test_proposal_is_shown_before_anything_is_stored(self, orla):
        asked = {"do": "propose", "game": "chess", "players": "24", "hours": ""}
        part = signed_in(orla).post(reverse("tournaments:create"), asked, headers={"HX-Request": "true"})
        text = part.content.decode()
        assert "24 players · 5 rounds · Swiss (FIDE Dutch system) · about 4½ hours" in text
        assert "<form" not in text
        page = signed_in(orla).post(reverse("tournaments:create"), asked)
        assert (page.status_code, page.context["form"].errors) == (200, {})
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize(
        ("players", "hours", "text"),
        [
            ("200", "5", "Several players could win all their games. For a single one, 200 players need 8 rounds."),
            ("7", "0.5", "Several players could win all their games. For a single one, 7 players need 3 rounds."),
            ("3", "", "(FIDE 2026, round robin)"),
            ("7", "", "7 players · 7 rounds · everyone plays everyone"),
            ("9", "", "9 players · 5 rounds · Swiss (FIDE Dutch system)"),
            ("7", "3", "7 players · 3 rounds · Swiss (FIDE Dutch system)"),
        ],
    )
    def test_proposal_warns_of_few_rounds_and_names_rules_of_the_system(self, orla, players, hours, text):
        asked = {"do": "propose", "game": "chess", "players": players, "hours": hours}
        page = signed_in(orla).post(reverse("tournaments:create"), asked, headers={"HX-Request": "true"})
        assert text in page.content.decode()

    @pytest.mark.parametrize(
        ("kind", "system", "rounds"),
        [
            ("swiss", "dutch", 5),
            ("round-robin", "round-robin", None),
            ("knock-out:single", "knock-out", None),
            ("groups", "groups", None),
            ("team-swiss:fide", "team-swiss", 5),
            ("more", "round-robin", None),
            ("", "round-robin", None),
        ],
    )
    def test_picture_selects_the_system(self, orla, kind, system, rounds):
        create(signed_in(orla), game="chess", players="7", kind=kind)
        stage = Tournament.objects.get().stages.get()
        assert stage.system == system
        assert rounds in (None, stage.planned_rounds)

    def test_system_selected_in_the_list_overrides_the_picture(self, orla):
        create(signed_in(orla), game="chess", players="12", kind="groups", system="keizer:clubs")
        assert Tournament.objects.get().stages.get().system == "keizer"

    @pytest.mark.parametrize("hostile", ["-1", "x", "9" * 30, "0"])
    def test_invalid_input_is_ignored_in_the_proposal(self, orla, hostile):
        asked = {
            "do": "propose",
            "kind": hostile,
            "game": hostile,
            "players": hostile,
            "hours": hostile,
            "planned_rounds": hostile,
        }
        assert signed_in(orla).post(reverse("tournaments:create"), asked).status_code == 200


def test_error_about_a_number_names_both_limits(orla):
    answer = create(signed_in(orla), game="chess", planned_rounds="0", players="-1")
    errors = answer.context["form"].errors
    assert errors["planned_rounds"] == ["Enter a number from 1 to 999."]
    assert errors["players"] == ["Enter a number from 1 to 100000."]


class TestRounds:
    """A number of rounds is stored, or refused if the schedule fixes it; it is never ignored."""

    @pytest.mark.parametrize("game", GAMES)
    def test_typed_number_is_stored_for_every_game(self, orla, game):
        create(signed_in(orla), game=game, planned_rounds="4")
        stage = Tournament.objects.get().stages.get()
        assert (stage.planned_rounds, SYSTEMS[stage.system].scheduled) == (4, False)

    def test_typed_number_is_refused_for_a_schedule(self, orla):
        answer = create(signed_in(orla), game="chess", system="round-robin", planned_rounds="4")
        assert answer.status_code == 422
        assert "sets the number of rounds" in answer.context["form"].errors["planned_rounds"][0]

    @pytest.mark.rotates(2)
    def test_typed_number_is_stored_for_every_game_with_a_chosen_swiss(self, orla):
        for number, game in enumerate(GAMES):
            create(signed_in(orla), name=f"Open {number}", game=game, system="papp:papp", planned_rounds="4")
        assert [t.stages.get().planned_rounds for t in Tournament.objects.all()] == [4] * len(GAMES)

    def test_form_is_valid_without_number_of_rounds(self):
        form = CreateForm({"name": "Open", "game": "othello", "starts_on": date(2026, 4, 1), "time_zone": "UTC"})
        assert form.is_valid()

    @pytest.mark.parametrize(("game", "kind"), [("football", ""), ("chess", "team-swiss:fide")])
    def test_proposal_counts_teams_in_team_events(self, game, kind):
        asked = {"name": "League", "game": game, "kind": kind, "players": "6", "starts_on": date(2026, 4, 1)}
        form = CreateForm({**asked, "time_zone": "UTC"})
        assert form.in_words().form.startswith("6 teams · ")
        form = CreateForm({**asked, "game": "chess", "kind": "swiss", "time_zone": "UTC"})
        assert form.in_words().form.startswith("6 players · ")

    def test_proposal_names_the_swiss_for_teams(self):
        asked = {"name": "League", "game": "chess", "kind": "team-swiss:fide", "players": "12", "time_zone": "UTC"}
        form = CreateForm({**asked, "starts_on": date(2026, 4, 1)})
        assert form.in_words().form.endswith("rounds · FIDE Swiss for teams")

    def test_settings_refuse_it_for_a_schedule_and_stay_unchanged(self, make, orla):
        stage = make(game="othello")
        address = reverse("tournaments:settings", args=[stage.tournament.slug])
        form = signed_in(orla).get(address).context["form"]
        sent = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in sent.items() if value is not None and value is not False}
        page = signed_in(orla)
        answer = page.post(address, {**sent, "planned_rounds": "4"})
        assert answer.status_code == 422
        assert "sets the number of rounds" in answer.content.decode()
        assert page.post(address, sent).status_code == 302


def test_badminton_uses_groups_courts_and_bwf_rules(make):
    cup = make(game="badminton").with_players(*"ABCDEFGH")
    assert cup.tournament.stages.get().system == "groups"
    assert (cup.tournament.rules, cup.tournament.best_of) == ("bwf", 3)
    assert not cup.tournament.scoring.draws
    assert cup.tournament.table_title(3) == "Court 3"


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 3), (6, 3), (7, 5), (8, 5), (33, 6)])
def test_small_swiss_has_no_more_rounds_than_necessary(players, rounds):
    assert swiss_rounds(players) == rounds


def test_checkbox_for_defaults_comes_before_the_date():
    assert FIRST.index("with_defaults") < FIRST.index("starts_on")
