"""A club ladder on the server: its pages, late entries and withdrawals, and undo."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from standings.explain import wording
from standings.explain.derivation import derivation
from standings.web.table.current import standings_of
from tests.tournaments.all_features.test_games import create
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.stages.test_stages import names, on
from tournaments.core.journal.errors import Refused
from tournaments.core.words import notation
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Player, Tournament
from tournaments.players import registration
from tournaments.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(make):
    return make(game="chess", system="ladder").with_players(*"ABCDEF")


def names_in_order(club, **asked):
    now = standings_of(Tournament.objects.get(pk=club.tournament.pk), **asked)
    return "".join(now.player(row).name for row in now.table.rows)


def winning(club, *winners):
    """Play the current round: at each table the named player wins, otherwise the first player."""
    club.publish()
    for table in club.round.pairings.order_by("table"):
        names = list(table.appearances.order_by("side").values_list("player__name", flat=True))
        club.enter(table.table, "0-1" if names[1] in winners else "1-0")
    club.close()


def evening(club, *winners):
    club.pair()
    winning(club, *winners)


class TestOrder:
    def test_order_follows_results_and_their_undo(self, club):
        evening(club, "B", "C", "E")
        assert names_in_order(club) == "BACDEF"
        evening(club, *"CAE")
        after = names_in_order(club)
        assert after != "BACDEF"
        assert names_in_order(club, after=1) == "BACDEF"
        table = club.tournament.rounds.get(number=1).pairings.get(table=1)
        text = "1-0" if table.appearances.get(side=1).player.name == "A" else "0-1"
        right = notation.parse(text, club.tournament.scoring)
        results.correct_result(club.orla, club.tournament, table, right, reason="the wrong way round")
        assert names_in_order(club, after=1) == "ABCDEF"
        undo.undo(club.orla, club.tournament, club.tournament.journal.order_by("-sequence").first())
        assert names_in_order(club) == after

    def test_late_entry_is_last_and_withdrawn_player_below_all(self, club):
        evening(club, "A", "D", "E")
        assert names_in_order(club) == "ABDCEF"
        late = registration.add_player(club.orla, club.tournament, name="G")
        registration.withdraw(club.orla, club.tournament, club.players["B"])
        evening(club, "A", "E")
        assert names_in_order(club).startswith("A")
        assert (names_in_order(club)[-1], "G" in names_in_order(club)) == ("B", True)
        assert standings_of(club.tournament).table.rows[-1].rank == 7
        registration.return_player(club.orla, club.tournament, club.players["B"])
        assert names_in_order(club)[1] == "B"
        assert Player.objects.get(pk=late.pk).entered == 2

    @pytest.mark.parametrize(("system", "orders_itself"), [("ladder", True), ("keizer", True), ("round-robin", False)])
    def test_rules_page_notes_systems_that_rank_by_themselves(self, make, system, orders_itself):
        club = make(game="chess", system=system).with_players(*"ABCD")
        evening(club)
        page = signed_in(club.orla.user).get(reverse("standings:rules", args=[club.tournament.slug])).text
        assert ("These rules apply only to stages with other systems" in page) == orders_itself
        assert ("a change can move players" in page) != orders_itself

    def test_ladder_separates_all_players(self, club):
        evening(club)
        assert [row.separated_by.code for row in standings_of(club.tournament).table.rows[:-1]] == ["LDR"] * 5


class TestStages:
    def test_first_players_of_a_ladder_advance_to_a_knock_out(self, club):
        evening(club, *"BDF")
        last = on(club, 4, system="knock-out")
        assert names(last) == list("BADC")
        assert names_in_order(club, after=1) == "BADCFE"

    def test_ladder_starts_in_the_order_of_the_previous_stage(self, make):
        stage = make(system="round-robin").with_players(*"ABCD")
        for _round in range(3):
            evening(stage)
        before = names(on(stage, 4, system="ladder", decision="lot"))
        assert names_in_order(stage, after=3) == "".join(before)
        evening(stage, *before[1::2])
        one, other, three, four = before
        assert names_in_order(stage) == other + one + four + three
        first = standings_of(stage.tournament)
        answer = wording.sentences(
            derivation(first.table, 2, "LDR"), first.table, first.view.names, first_round=first.view.stage.first_round
        )
        assert re.search(rf"^Round 4: took place 1 from .?{one}.?\.$", answer[-1])


class TestPages:
    def test_small_number_in_a_round_is_the_place(self, club):
        evening(club, "B", "D", "F")
        club.pair()
        club.publish()
        page = Client().get(reverse("tournaments:round", args=[club.tournament.slug, 2]))
        assert "The small number is the place before this round." in page.text
        shown = {}
        for row in page.context["rows"]:
            shown |= {row.first.name: row.was_first, row.second.name: row.was_second}
        assert "".join(sorted(shown, key=lambda name: int(shown[name]))) == names_in_order(club)
        draft = make_draft(club)
        assert "1" in {line.row.was_first for line in draft} | {line.row.was_second for line in draft}

    def test_fixed_pairs_page_and_draft_mention_challenges(self, club, client):
        client.force_login(club.orla.user)
        shown = client.get(reverse("tournaments:wishes", args=[club.tournament.slug])).text
        assert "A challenge is a fixed pair." in re.sub(r"\s+", " ", shown)
        editing.fix_pair(club.orla, club.tournament, 1, club.players["F"], club.players["A"])
        club.pair()
        draft = client.get(reverse("tournaments:draft", args=[club.tournament.slug, 1])).text
        assert "over 5 places, beyond the ladder&#x27;s limit" in draft
        editing.fix_pair(club.orla, club.tournament, 2, club.players["B"], club.players["A"])
        with pytest.raises(Refused, match="opponent in round 2"):
            editing.fix_pair(club.orla, club.tournament, 2, club.players["C"], club.players["A"])

    def test_changed_draft_shows_the_cost_on_the_ladder(self, club, client):
        client.force_login(club.orla.user)
        club.pair()
        editing.swap_players(club.orla, club.tournament, club.round, club.players["A"], club.players["F"])
        draft = client.get(reverse("tournaments:draft", args=[club.tournament.slug, 1])).text
        assert "further apart on the ladder than necessary" in draft


def make_draft(club):
    """Close the round, and pair the next one; return the lines of its draft."""
    for table in club.round.pairings.order_by("table"):
        club.enter(table.table, "1-0")
    club.close()
    club.pair()
    page = signed_in(club.orla.user).get(reverse("tournaments:draft", args=[club.tournament.slug, club.round.number]))
    return page.context["lines"]


class TestNewTournament:
    @pytest.mark.parametrize("system", ["ladder:place", "ladder:swap", "keizer:clubs"])
    def test_proposal_has_no_planned_rounds(self, orla, system):
        client = signed_in(orla)
        asked = {"do": "propose", "game": "chess", "players": "24", "system": system}
        text = client.post(reverse("tournaments:create"), asked, headers={"HX-Request": "true"}).content.decode()
        assert "24 players · " in text
        assert "Pair as many rounds as you like" in text
        assert not {"Swiss", "Buchholz", "hours", "FIDE"} & set(re.findall(r"\w+", text))
        create(client, game="chess", players="24", system=system)
        assert Tournament.objects.get().stages.get().planned_rounds is None

    def test_typed_number_of_rounds_is_kept(self, orla):
        client = signed_in(orla)
        asked = {"do": "propose", "game": "chess", "system": "ladder:place", "planned_rounds": "12"}
        text = client.post(reverse("tournaments:create"), asked, headers={"HX-Request": "true"}).content.decode()
        assert "12 rounds · Club ladder (Winner takes the place)" in text
        create(client, game="chess", system="ladder:place", planned_rounds="12")
        assert Tournament.objects.get().stages.get().planned_rounds == 12
