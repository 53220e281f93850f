"""C.04.2 in a tournament: the initial ranking, corrections, late entries; and the limits of half-point byes."""

import pytest

from pairings.files import trf
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.drafts.reason_texts import Teller
from tournaments.history import undo
from tournaments.models import JournalEntry, Player, Seat
from tournaments.players import registration
from tournaments.report_files import writing
from tournaments.schedule import seats
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


def row(name, rating=None, title=""):
    return {"name": name, "rating": rating, "title": title}


@pytest.fixture
def swiss(make):
    """Six players under the Dutch system, seven rounds planned, entered out of order; no lot decides anything."""
    stage = make(system="dutch", planned_rounds=7, options={"initial_colour": "black"})
    rows = [row("Eve", 1500), row("Ann", 1900), row("Cy", 1700), row("Fay", 1400), row("Bo", 1800), row("Di", 1600)]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def play(stage, count):
    """Play rounds in which the first player at each table wins or, in every other round, draws."""
    for number in range(count):
        stage.pair()
        stage.publish()
        for table in stage.round.pairings.all():
            stage.enter(table.table, "½-½" if number % 2 else "1-0")
        stage.close()


def names_by_number(stage):
    """Return the names in the order of their pairing numbers."""
    return [seat.player.name for seat in Seat.objects.filter(stage__tournament=stage.tournament).order_by("number")]


def add(stage, name, rating, **more):
    return registration.add_player(stage.orla, stage.tournament, name=name, rating=rating, **more)


class TestArticle22InitialRanking:
    def test_ranking_is_by_rating_then_title_then_name(self, make):
        stage = make(system="dutch", planned_rounds=3)
        rows = [
            row("Zoe", 2000), row("Åse", 2000), row("Bob", 2000), row("Wim", 2000, "WCM"), row("Ida", 2000, "IM"),
            row("Guy", 2000, "GM"), row("Wilma", 2000, "wgm"), row("Fred", 2000, "FM"), row("Top", 2100), row("New"),
            row("Cleo", 2000, "CM"), row("Will", 2000, "WIM"),
        ]  # fmt: skip
        registration.add_players(stage.orla, stage.tournament, rows)
        stage.pair()
        assert names_by_number(stage) == [
            "Top", "Guy", "Ida", "Wilma", "Fred", "Will", "Cleo", "Wim", "Åse", "Bob", "Zoe", "New"
        ]  # fmt: skip

    def test_manual_numbers_are_kept(self, swiss):
        view = seats.seated_view(swiss.tournament.stages.get())
        by_hand = [view.players[number] for number in sorted(view.players, reverse=True)]
        seats.set_seats(swiss.orla, swiss.tournament, by_hand)
        swiss.pair()
        assert names_by_number(swiss) == ["Fay", "Eve", "Di", "Cy", "Bo", "Ann"]

    def test_player_added_before_round_1_is_numbered_by_rating(self, swiss):
        seats.draw_seats(swiss.orla, swiss.tournament, "rating")
        add(swiss, "Gus", 1750)
        swiss.pair()
        assert names_by_number(swiss) == ["Ann", "Bo", "Gus", "Cy", "Di", "Eve", "Fay"]


class TestArticle23Corrections:
    def test_corrected_rating_renumbers_until_round_4_is_paired(self, swiss):
        play(swiss, 3)
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Eve"], rating=1850)
        assert names_by_number(swiss) == ["Ann", "Eve", "Bo", "Cy", "Di", "Fay"]

    def test_corrected_title_renumbers(self, swiss):
        play(swiss, 1)
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Di"], rating=1700)
        assert names_by_number(swiss)[2:4] == ["Cy", "Di"]
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Di"], title="FM")
        assert names_by_number(swiss)[2:4] == ["Di", "Cy"]

    def test_changed_club_does_not_renumber(self, swiss):
        play(swiss, 1)
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Di"], club="TuTo")
        assert not any(change["model"] == "seat" for change in JournalEntry.objects.latest("sequence").changes)

    @pytest.mark.rotates(2)
    def test_draft_of_round_4_freezes_the_numbers(self, swiss):
        play(swiss, 3)
        swiss.pair()
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Eve"], rating=2500)
        assert names_by_number(swiss) == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"]

    @pytest.mark.rotates(2)
    def test_renumbering_keeps_past_games_and_names_in_reasons(self, swiss):
        play(swiss, 2)
        before = [Teller.of_round(played).names for played in swiss.tournament.rounds.all()]
        games = sorted(swiss.tournament.rounds.values_list("number", "pairings__appearances__player__name"))
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Fay"], rating=2600)
        assert [Teller.of_round(played).names for played in swiss.tournament.rounds.all()] == before
        assert sorted(swiss.tournament.rounds.values_list("number", "pairings__appearances__player__name")) == games

    def test_undo_restores_the_numbers(self, swiss):
        play(swiss, 1)
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Fay"], rating=2600)
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.latest("sequence"))
        assert names_by_number(swiss) == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"]

    def test_schedule_seats_do_not_change(self, cup):
        cup.pair()
        before = names_by_number(cup)
        registration.change_player(cup.orla, cup.tournament, cup.players["Di"], rating=2600)
        assert names_by_number(cup) == before


class TestArticle24LateEntries:
    def test_late_entry_before_round_4_is_numbered_by_rating(self, swiss):
        play(swiss, 3)
        rows = [row("Hal", 1450), row("Gus", 1950)]
        registration.add_players(swiss.orla, swiss.tournament, rows)
        assert names_by_number(swiss) == ["Gus", "Ann", "Bo", "Cy", "Di", "Eve", "Hal", "Fay"]

    @pytest.mark.rotates(2)
    def test_late_entry_after_round_4_is_numbered_by_rating_without_moving_others(self, swiss):
        play(swiss, 4)
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["Eve"], rating=2500)
        registration.add_players(swiss.orla, swiss.tournament, [row("Hal", 1450), row("Gus", 1950)])
        assert names_by_number(swiss) == ["Gus", "Ann", "Bo", "Cy", "Di", "Eve", "Hal", "Fay"]
        undo.undo(swiss.orla, swiss.tournament, JournalEntry.objects.latest("sequence"))
        assert names_by_number(swiss) == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"]

    @pytest.mark.rotates(4)
    def test_late_entry_comes_last_if_numbers_do_not_follow_ratings(self, swiss):
        seats.draw_seats(swiss.orla, swiss.tournament, "entry")
        play(swiss, 4)
        add(swiss, "Gus", 1950)
        assert names_by_number(swiss) == ["Eve", "Ann", "Cy", "Fay", "Bo", "Di", "Gus"]

    @pytest.mark.rotates(4)
    def test_page_shows_number_first_round_and_points_for_missed_rounds(self, swiss, orla):
        play(swiss, 4)
        form = {"name": "Gus", "rating": "1750"}
        text = signed_in(orla).post("/t/cup/desk/players/add/", form, follow=True).text
        assert "playing from round 5. The 4 missed rounds count 0 each. Pairing number: 3." in text
        assert "A late entry still gets the number for its rating" in text

    @pytest.mark.rotates(2)
    def test_late_entry_is_paired_from_the_next_round(self, swiss):
        play(swiss, 1)
        swiss.pair()
        add(swiss, "Gus", 1950)
        assert not swiss.round.appearances.filter(player__name="Gus").exists()
        swiss.publish()
        for table in swiss.round.pairings.all():
            swiss.enter(table.table, "1-0")
        swiss.close()
        swiss.pair()
        assert swiss.round.appearances.filter(player__name="Gus").exists()

    @pytest.mark.rotates(2)
    def test_missed_rounds_give_no_points(self, swiss):
        play(swiss, 2)
        add(swiss, "Gus", 1950)
        found = trf.Replay(trf.read(writing.report(swiss.tournament.stages.get())))
        gus = found.entrants[0].record
        assert (gus.name, gus.points, [cell.result for cell in gus.cells]) == ("Gus", 0, ["Z", "Z"])

    def test_late_check_in_is_numbered_like_a_late_entry(self, make):
        stage = make(system="dutch", planned_rounds=5, uses_check_in=True)
        rows = [row("Ann", 1900), row("Bo", 1800), row("Cy", 1700)]
        people = registration.add_players(stage.orla, stage.tournament, rows)
        registration.check_in(stage.orla, stage.tournament, people[::2], here=True)
        play(stage, 1)
        assert names_by_number(stage) == ["Ann", "Cy"]
        registration.check_in(stage.orla, stage.tournament, [people[1]], here=True)
        assert names_by_number(stage) == ["Ann", "Bo", "Cy"]
        assert Player.objects.get(name="Bo").entered == 2

    @pytest.mark.rotates(4)
    def test_players_page_explains_numbering_once_round_1_is_played(self, swiss, client, orla):
        client.force_login(orla)
        address = f"/t/{swiss.tournament.slug}/desk/players/"
        assert b'id="numbering"' not in client.get(address).content
        play(swiss, 1)
        assert "Until round 4 is paired" in client.get(address).content.decode()
        play(swiss, 3)
        assert (
            "Round 4 is paired, so corrections no longer change pairing numbers" in client.get(address).content.decode()
        )

    def test_players_page_explains_numbering_of_manual_numbers(self, swiss, client, orla):
        view = seats.seated_view(swiss.tournament.stages.get())
        seats.set_seats(swiss.orla, swiss.tournament, [view.players[number] for number in (2, 1, 3, 4, 5, 6)])
        play(swiss, 1)
        client.force_login(orla)
        text = client.get(f"/t/{swiss.tournament.slug}/desk/players/").content.decode()
        assert "no longer follow the ratings" in text


class TestHalfPointByes:
    @pytest.fixture
    def ask(self, swiss):
        def ask(name, number, kind="half"):
            registration.request_bye(swiss.orla, swiss.tournament, swiss.players[name], number, kind)

        return ask

    def limit(self, stage, **values):
        lifecycle.change_settings(stage.orla, stage.tournament, **values)

    def test_bye_above_the_maximum_is_refused(self, swiss, ask):
        self.limit(swiss, half_byes_most=2)
        ask("Ann", 1)
        ask("Ann", 4)
        with pytest.raises(Refused, match="Ann has already used the 2 half-point byes allowed") as refused:
            ask("Ann", 5)
        assert refused.value.code == "half-byes-used"
        ask("Bo", 5)

    def test_played_bye_counts_towards_the_maximum(self, swiss, ask):
        self.limit(swiss, half_byes_most=1)
        ask("Ann", 1)
        play(swiss, 1)
        with pytest.raises(Refused, match="Ann has already used the 1 half-point bye allowed"):
            ask("Ann", 3)

    def test_cancelled_or_changed_bye_does_not_count_towards_the_maximum(self, swiss, ask):
        self.limit(swiss, half_byes_most=1)
        ask("Ann", 2)
        ask("Ann", 2, None)
        ask("Ann", 3)
        ask("Ann", 3, "zero")
        ask("Ann", 4)
        ask("Ann", 4)

    def test_maximum_of_zero_refuses_every_half_point_bye(self, swiss, ask):
        self.limit(swiss, half_byes_most=0)
        with pytest.raises(Refused, match="not allowed in this tournament"):
            ask("Ann", 1)

    @pytest.mark.parametrize(("barred", "number", "text"), [(1, 7, "the last round"), (2, 6, "the last 2 rounds")])
    def test_bye_in_the_last_rounds_is_refused(self, swiss, ask, barred, number, text):
        self.limit(swiss, half_byes_not_in_last=barred)
        ask("Ann", number - 1)
        with pytest.raises(Refused, match=f"Half-point byes are not allowed in {text}") as refused:
            ask("Ann", number)
        assert refused.value.field == "round_number"

    def test_other_byes_have_no_limit(self, swiss, ask):
        self.limit(swiss, half_byes_most=0, half_byes_not_in_last=7)
        for number, kind in enumerate(("zero", "full", "zero"), start=5):
            ask("Ann", number, kind)

    def test_player_page_shows_the_limits(self, swiss, client, orla):
        client.force_login(orla)
        address = f"/t/{swiss.tournament.slug}/desk/players/{swiss.players['Ann'].public_id}/"
        assert b'id="limits"' not in client.get(address).content
        self.limit(swiss, half_byes_most=2, half_byes_not_in_last=1)
        text = client.get(address).content.decode()
        assert "Each player can take 2 half-point byes. Half-point byes are not allowed in the last round." in text

    def test_settings_page_has_the_limits(self, swiss, client, orla):
        client.force_login(orla)
        text = client.get(f"/t/{swiss.tournament.slug}/desk/settings/").content.decode()
        assert 'name="half_byes_most"' in text
        assert 'name="half_byes_not_in_last"' in text
