"""Drawn seats: what a stage stores of a draw, its verification, and the page that shows it."""

import pytest
from django.urls import reverse

from pairings.systems import round_robin
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.history import undo
from tournaments.models import JournalEntry, Stage, Tournament
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.schedule import schedules, seats
from tournaments.setup import lifecycle

CLUBS = {
    "Ann": "A",
    "Abe": "A",
    "Ada": "A",
    "Bo": "B",
    "Bea": "B",
    "Ben": "B",
    "Cy": "C",
    "Cleo": "C",
    "Dag": "",
    "Eve": "",
}


def current(stage):
    row = snapshot.current_stage(stage.tournament)
    row.tournament = stage.tournament
    return row


def order(stage):
    return [seat.player.name for seat in current(stage).seats.order_by("number")]


def draw_of(stage):
    return seats.draw_of(seats.seated_view(current(stage)))


def codes(stage):
    return [reason.code for reason in draw_of(stage).reasons]


@pytest.fixture
def clubs(make):
    """A function that makes a rated tournament of ten players from three clubs, and two without a club.

    The default is a circular schedule with four games for each player.
    """

    def of(system="circular", **options):
        stage = make(system=system, options=options or ({"games": 4} if system == "circular" else {}))
        rows = [
            {"name": name, "club": club, "rating": 2000 - 10 * number, "federation": "FIN" if number % 2 else "SWE"}
            for number, (name, club) in enumerate(CLUBS.items())
        ]
        stage.players = {row.name: row for row in registration.add_players(stage.orla, stage.tournament, rows)}
        return stage

    return of


class TestDraw:
    def test_varma_keeps_club_mates_apart_in_the_last_rounds(self, clubs):
        stage = clubs("round-robin")
        seats.draw_seats(stage.orla, stage.tournament, "varma")
        whole = schedules.schedule_of(seats.seated_view(current(stage)))
        for round_ in list(whole.rounds())[-3:]:
            for game in round_.games:
                first, second = whole.players[game.first].club, whole.players[game.second].club
                assert not first or first != second
        assert codes(stage) == ["seats-varma-club", "seats-varma-kept"]

    def test_one_of_two_club_teams_is_home_when_the_other_is_away(self, clubs):
        stage = clubs("round-robin")
        seats.draw_seats(stage.orla, stage.tournament, "home")
        whole = schedules.schedule_of(seats.seated_view(current(stage)))
        (pair, *_others) = [each for each in draw_of(stage).reasons if each.code == "seats-home-pair"]
        names = {draw_of(stage).teller.names[pair.facts[side]] for side in ("first", "second")}
        for round_ in whole.rounds():
            assert len([1 for game in round_.games if whole.players[game.first].name in names]) == 1

    def test_origin_keeps_club_mates_apart_on_the_circle(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        assert codes(stage) == ["seats-origin-club", "seats-origin-apart"]
        assert draw_of(stage).reasons[0].facts["distance"] >= 3

    def test_federations_can_be_kept_apart_instead(self, clubs):
        stage = clubs(games=2)
        seats.draw_seats(stage.orla, stage.tournament, "origin", "federation")
        sides = [stage.players[name].federation for name in order(stage)]
        assert all(one != other for one, other in zip(sides, sides[1:] + sides[:1], strict=True))

    def test_number_of_classes_equals_number_of_games(self, clubs):
        stage = clubs(games=5)
        seats.draw_seats(stage.orla, stage.tournament, "classes")
        strongest = list(CLUBS)
        assert [strongest.index(name) // 2 for name in order(stage)] == [0, 1, 2, 3, 4] * 2
        assert codes(stage) == ["seats-classes", "seats-class-apart", "seats-class-all", *["seats-class"] * 5]

    @pytest.mark.parametrize(("system", "way"), [("round-robin", "classes"), ("circular", "varma"), ("papp", "origin")])
    def test_seating_of_another_schedule_is_refused(self, make, system, way):
        stage = make(system=system).with_players("Ann", "Bo", "Cy")
        with pytest.raises(Refused, match="Choose how to draw the seats"):
            seats.draw_seats(stage.orla, stage.tournament, way)

    @pytest.mark.rotates(4)
    def test_impossible_numbers_refuse_the_draw_and_pages_still_work(self, clubs):
        stage = clubs(games=3)
        registration.remove_player(stage.orla, stage.tournament, stage.players["Eve"])
        with pytest.raises(Refused, match="must be even"):
            seats.draw_seats(stage.orla, stage.tournament, "classes")
        lifecycle.change_settings(stage.orla, stage.tournament, seating="classes")
        assert len(seats.seated_view(current(stage)).players) == 9
        assert draw_of(stage).reasons == ()


class TestVerification:
    @pytest.mark.parametrize("way", ["lot", "classes", "origin"])
    @pytest.mark.rotates(4)
    def test_stored_seed_reproduces_the_seats(self, clubs, way):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, way)
        seats._draw.cache_clear()
        assert draw_of(stage).repeated
        before = order(stage)
        seats.draw_seats(stage.orla, stage.tournament, way)
        assert order(stage) != before

    def test_previous_seat_order_does_not_matter(self, clubs):
        stage = clubs()
        seats.set_seats(stage.orla, stage.tournament, list(stage.players.values())[::-1])
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        assert draw_of(stage).repeated

    def test_rating_changed_after_the_draw_is_reported(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "classes")
        before = draw_of(stage).reasons
        registration.change_player(stage.orla, stage.tournament, stage.players["Eve"], rating=2600)
        assert not draw_of(stage).repeated
        assert draw_of(stage).reasons == before

    def test_draw_is_not_shown_after_a_late_entry(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        registration.add_player(stage.orla, stage.tournament, name="Zoe", club="A")
        assert draw_of(stage) is None

    @pytest.mark.rotates(4)
    def test_draw_is_still_verified_after_a_withdrawal(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        rounds.publish_schedule(stage.orla, stage.tournament)
        registration.withdraw(stage.orla, stage.tournament, stage.players["Ann"])
        assert draw_of(stage).repeated

    @pytest.mark.rotates(4)
    def test_draw_made_by_pairing_round_1_is_stored(self, clubs):
        stage = clubs()
        lifecycle.change_settings(stage.orla, stage.tournament, seating="origin")
        coming = draw_of(stage)
        assert not coming.done
        stage.pair()
        assert draw_of(stage).done
        assert draw_of(stage).repeated
        assert draw_of(stage).reasons == coming.reasons

    def test_draw_made_by_pairing_is_removed_with_the_draft(self, clubs):
        stage = clubs()
        lifecycle.change_settings(stage.orla, stage.tournament, seating="origin")
        rounds.discard_round(stage.orla, stage.tournament, stage.pair())
        assert current(stage).drawn is None

    @pytest.mark.rotates(4)
    def test_undo_restores_the_previous_draw(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        before = order(stage), draw_of(stage)
        seats.draw_seats(stage.orla, stage.tournament, "lot")
        entry = JournalEntry.objects.filter(tournament=stage.tournament).order_by("-sequence").first()
        undo.undo(stage.orla, stage.tournament, entry)
        assert (order(stage), draw_of(stage)) == before


class TestDrawAfterChanges:
    def test_changed_options_discard_the_draw(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "classes")
        lifecycle.change_settings(stage.orla, stage.tournament, options={"games": 5})
        assert order(stage) == []
        assert (current(stage).drawn, current(stage).drawn_at) == (None, None)

    def test_changed_options_keep_a_plain_lot(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "lot")
        before = order(stage)
        lifecycle.change_settings(stage.orla, stage.tournament, options={"games": 5})
        assert order(stage) == before

    def test_other_system_resets_the_seating(self, clubs):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "classes")
        lifecycle.change_settings(stage.orla, stage.tournament, system="round-robin", seating="classes")
        assert snapshot.system_of(current(stage))[1] == round_robin.Options()
        assert current(stage).seating == Stage.Seating.ENTRY
        assert order(stage) == []

    @pytest.mark.rotates(4)
    def test_late_entry_before_round_2_removes_the_draw(self, clubs):
        stage = clubs("round-robin")
        seats.draw_seats(stage.orla, stage.tournament, "varma")
        stage.pair()
        stage.publish()
        registration.add_player(stage.orla, stage.tournament, name="Zoe")
        assert draw_of(stage) is None


class TestSeatsPage:
    @pytest.fixture
    def page(self, client, orla):
        client.force_login(orla)

        def of(stage, **data):
            where = reverse("tournaments:seating", args=[stage.tournament.slug])
            answer = client.post(where, data, follow=True) if data else client.get(where)
            return answer.status_code, answer.content.decode()

        return of

    @pytest.mark.rotates(4)
    def test_offers_the_seatings_of_the_system(self, clubs, page):
        _status, circular = page(clubs())
        _status, robin = page(clubs("round-robin"))
        assert all(f'value="{way}"' in circular for way in ("entry", "rating", "lot", "classes", "origin"))
        assert 'value="varma"' not in circular
        assert 'value="varma"' in robin
        assert 'value="home"' not in robin
        assert 'value="classes"' not in robin
        assert "The number of strength classes equals the number of games per player: 4" in circular
        assert "strength classes" not in robin

    def test_home_seating_is_offered_only_in_leagues(self, clubs, page):
        league = clubs("round-robin")
        Tournament.objects.update(first_label="Home", second_label="Away")
        league.tournament.refresh_from_db()
        assert 'value="home"' in page(league)[1]

    def test_system_without_a_schedule_offers_no_separation(self, make, page):
        _status, shown = page(make(system="papp").with_players("Ann", "Bo"))
        assert 'name="seating"' in shown
        assert 'name="apart"' not in shown

    def test_shows_the_result_of_the_draw_with_names(self, clubs, page):
        stage = clubs()
        status, shown = page(stage, do="draw", seating="classes")
        assert status == 200
        assert "4 classes by rating" in shown
        assert "Class 1: Ann, Abe, Ada." in shown
        assert "Verified: drawing again gives the same seats." in shown

    @pytest.mark.rotates(8)
    def test_draws_by_federation_on_request(self, clubs, page):
        stage = clubs()
        _status, shown = page(stage, do="draw", seating="origin", apart="federation")
        assert "players of one federation at least" in shown
        assert '<option value="federation" selected>' in shown

    def fields_typed(self, stage, **numbers):
        """Return the fields of the page as shown, with other numbers for some players."""
        shown = order(stage) or [player.name for player in seats.seated_view(current(stage)).players.values()]
        return {
            f"seat-{stage.players[name].public_id}": numbers.get(name, at) for at, name in enumerate(shown, start=1)
        }

    def test_typed_number_moves_one_player_and_keeps_the_other_order(self, make, page):
        stage = make(system="knock-out").with_players("Ann", "Bo", "Cy", "Dag", "Eve")
        status, shown = page(stage, do="hand", **self.fields_typed(stage, Eve=2))
        assert status == 200
        assert "Seeds saved." in shown
        assert order(stage) == ["Ann", "Eve", "Bo", "Cy", "Dag"]
        page(stage, do="hand", **self.fields_typed(stage, Ann=5, Dag=1))
        assert order(stage) == ["Dag", "Eve", "Bo", "Cy", "Ann"]

    @pytest.mark.parametrize(
        ("numbers", "text"),
        [
            ({"Ann": 2, "Cy": 2}, "Number 2 is used twice. Give each player a different number."),
            ({"Ann": 4}, "Use the numbers from 1 to 3."),
            ({"Ann": 0}, "Use the numbers from 1 to 3."),
            ({"Ann": "banana"}, "Enter a whole number for each player: 1, 2, 3 ..."),
        ],
    )
    def test_invalid_numbers_are_refused_and_kept_in_the_form(self, make, page, numbers, text):
        stage = make(system="knock-out").with_players("Ann", "Bo", "Cy")
        status, shown = page(stage, do="hand", **self.fields_typed(stage, **numbers))
        assert status == 422
        assert text in shown
        assert f'value="{numbers["Ann"]}"' in shown
        assert not order(stage)

    def test_arrows_without_script_move_a_player_without_saving(self, make, page):
        stage = make(system="knock-out").with_players("Ann", "Bo", "Cy")
        key = stage.players["Cy"].public_id
        status, shown = page(stage, do=f"up-{key}", **self.fields_typed(stage))
        assert status == 200
        assert shown.index(f"seat-{key}") < shown.index(f"seat-{stage.players['Bo'].public_id}")
        assert "data-unsaved" in shown
        assert not order(stage)
        page(stage, do=f"down-{key}", **self.fields_typed(stage))
        page(stage, do="up-nobody", **self.fields_typed(stage))

    def test_unknown_seating_is_refused_with_a_message(self, clubs, page):
        status, shown = page(clubs(), do="draw", seating="varma")
        assert status == 422
        assert "Choose how to draw the seats." in shown

    @pytest.mark.rotates(4)
    def test_schedule_shows_the_draw_publicly_once_there_is_a_round(self, clubs, client):
        stage = clubs()
        seats.draw_seats(stage.orla, stage.tournament, "origin")
        rounds.publish_schedule(stage.orla, stage.tournament)
        shown = client.get(reverse("tournaments:schedule", args=[stage.tournament.slug])).content.decode()
        assert "None of them meet." in shown
        assert current(stage).seed in shown

    def test_settings_offer_the_same_seatings(self, clubs, client, orla):
        client.force_login(orla)
        shown = client.get(
            reverse("tournaments:settings", args=[clubs("round-robin").tournament.slug])
        ).content.decode()
        assert 'value="varma"' in shown
        assert 'value="origin"' not in shown
