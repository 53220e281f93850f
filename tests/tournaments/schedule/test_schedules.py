"""Schedules: games in any order, late entries, withdrawals, and seats."""

import re
from collections import Counter
from datetime import date, time, timedelta

import pytest

from pairings.judge import violations
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.words.moments import format_moment
from tournaments.core.words.values import Moment
from tournaments.drafts import editing
from tournaments.history import undo
from tournaments.models import Appearance, JournalEntry, Round
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.schedule import schedules, seats
from tournaments.setup import lifecycle


def undo_last(stage):
    entry = JournalEntry.objects.filter(tournament=stage.tournament).order_by("-sequence").first()
    undo.undo(stage.orla, stage.tournament, entry)


def seats_of(stage):
    return {seat.number: seat.player.name for seat in snapshot.current_stage(stage.tournament).seats.all()}


def pairs(round_):
    sides = {}
    for place in Appearance.objects.filter(round=round_, pairing__isnull=False).select_related("player"):
        sides.setdefault(place.pairing_id, {})[place.side] = place.player.name
    return {(pair[1], pair[2]) for pair in sides.values()}


def list_violations(stage):
    found = []
    for round_ in stage.tournament.rounds.all():
        view = snapshot.take_view(round_.stage, before_round=round_.number)
        system, options = snapshot.system_of(round_.stage)
        found += violations(view.snapshot, snapshot.plan_of(round_, view), system.promises, options)
    return found


class TestGamesInAnyOrder:
    def test_next_round_can_be_paired_while_another_runs(self, cup):
        cup.pair()
        cup.publish()
        assert cup.pair(2).number == 2

    def test_all_rounds_are_published_at_once(self, cup):
        made = rounds.publish_schedule(cup.orla, cup.tournament)
        assert [(row.number, row.status) for row in made] == [(n, "published") for n in (1, 2, 3)]
        assert list_violations(cup) == []

    def test_desk_offers_the_next_round_and_all_remaining(self, cup):
        desk = signed_in(cup.orla.user)
        assert desk.get("/t/cup/desk/").context["more"] == {"left": 3, "next": 1, "early": False}
        cup.pair()
        cup.publish()
        assert desk.get("/t/cup/desk/").context["more"] == {"left": 2, "next": 2, "early": True}
        rounds.publish_schedule(cup.orla, cup.tournament)
        assert desk.get("/t/cup/desk/").context["more"] is None

    def test_game_of_the_last_round_can_be_entered_first(self, cup):
        made = rounds.publish_schedule(cup.orla, cup.tournament)
        cup.round = made[2]
        cup.enter(1, "1-0")
        assert made[2].pairings.filter(result__isnull=False).count() == 1

    def test_remaining_rounds_are_published_after_a_single_one(self, cup):
        cup.play("1-0", "1-0")
        assert [row.number for row in rounds.publish_schedule(cup.orla, cup.tournament)] == [2, 3]

    def test_complete_schedule_is_not_published_again(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        before = cup.revision()
        assert rounds.publish_schedule(cup.orla, cup.tournament) == []
        assert cup.revision() == before

    def test_system_that_pairs_from_results_cannot_publish_a_schedule(self, make):
        with pytest.raises(Refused, match="Publish round by round"):
            rounds.publish_schedule(*_who(make(system="papp").with_players("Ann", "Bo")))

    def test_published_schedule_can_be_undone(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        undo_last(cup)
        assert not cup.tournament.rounds.exists()
        assert snapshot.current_stage(cup.tournament).started_at is None

    def test_published_schedule_with_a_result_cannot_be_undone(self, cup):
        cup.round = rounds.publish_schedule(cup.orla, cup.tournament)[0]
        entry = JournalEntry.objects.get(tournament=cup.tournament, verb="publish-schedule")
        cup.enter(1, "1-0")
        with pytest.raises(Refused, match="A later entry depends on this"):
            undo.undo(cup.orla, cup.tournament, entry)


def _who(stage):
    return stage.orla, stage.tournament


class TestFreeSeat:
    def test_gives_a_zero_point_bye(self, make):
        odd = make().with_players("Ann", "Bo", "Cy")
        odd.pair()
        assert [place.bye for place in odd.round.appearances.filter(pairing=None)] == ["zero"]


class TestLateEntryBeforeRoundTwo:
    def test_meets_the_free_player_in_an_odd_field(self, make):
        odd = make().with_players("Ann", "Bo", "Cy")
        odd.play("1-0")
        free = odd.round.appearances.get(pairing=None).player.name
        registration.add_player(odd.orla, odd.tournament, name="Dot")
        odd.round.refresh_from_db()
        assert odd.round.status == Round.Status.PUBLISHED
        assert (free, "Dot") in pairs(odd.round)
        assert odd.table(1).result.first == "win"

    def test_is_free_in_round_1_of_an_even_field(self, cup):
        cup.play("1-0", "½-½")
        before = pairs(cup.round)
        registration.add_player(cup.orla, cup.tournament, name="Eve")
        assert pairs(cup.round) == before
        assert cup.round.appearances.get(pairing=None).player.name == "Eve"

    @pytest.mark.parametrize("players", range(2, 9))
    @pytest.mark.parametrize("newcomers", [1, 2])
    @pytest.mark.rotates(8)
    def test_schedule_still_pairs_everyone_once_and_breaks_no_rule(self, make, players, newcomers):
        field = make().with_players(*"ABCDEFGHIJ"[:players])
        field.pair()
        field.publish()
        field.players |= {
            p.name: p
            for p in registration.add_players(
                field.orla, field.tournament, [{"name": name} for name in "XY"[:newcomers]]
            )
        }
        rounds.publish_schedule(field.orla, field.tournament)
        met = Counter(frozenset(pair) for row in field.tournament.rounds.all() for pair in pairs(row))
        total = players + newcomers
        assert len(met) == total * (total - 1) // 2
        assert set(met.values()) == {1}
        assert list_violations(field) == []

    @pytest.mark.rotates(4)
    def test_reasons_name_the_new_seats(self, make):
        odd = make().with_players("Ann", "Bo", "Cy")
        odd.play("1-0")
        registration.add_player(odd.orla, odd.tournament, name="Dot")
        seat = {name: number for number, name in seats_of(odd).items()}
        for pairing in odd.round.pairings.all():
            names = {place.side: place.player.name for place in pairing.appearances.all()}
            assert pairing.reasons[0]["facts"]["first_seat"] == seat[names[1]]

    @pytest.mark.rotates(4)
    def test_can_be_undone(self, make):
        odd = make().with_players("Ann", "Bo", "Cy")
        odd.play("1-0")
        before = seats_of(odd), pairs(odd.round)
        registration.add_player(odd.orla, odd.tournament, name="Dot")
        undo_last(odd)
        assert (seats_of(odd), pairs(odd.round)) == before

    @pytest.mark.rotates(4)
    def test_cannot_be_undone_once_the_newcomer_has_a_result(self, make):
        odd = make().with_players("Ann", "Bo", "Cy")
        odd.play("1-0")
        registration.add_player(odd.orla, odd.tournament, name="Dot")
        entry = JournalEntry.objects.get(tournament=odd.tournament, verb="add-players", facts__name="Dot")
        odd.enter(2, "1-0")
        with pytest.raises(Refused, match="changed since"):
            undo.undo(odd.orla, odd.tournament, entry)

    def test_is_refused_in_a_manually_changed_round(self, cup):
        cup.pair()
        editing.unpair(cup.orla, cup.tournament, cup.round, cup.players["Ann"])
        with pytest.raises(Refused, match="changed manually"):
            registration.add_player(cup.orla, cup.tournament, name="Eve")


class TestWithdrawnPlayer:
    def test_loses_remaining_games_of_a_published_schedule_by_forfeit(self, cup):
        made = rounds.publish_schedule(cup.orla, cup.tournament)
        cup.round = made[0]
        cup.enter(1, "1-0")
        cup.enter(2, "1-0")
        registration.withdraw(cup.orla, cup.tournament, cup.players["Di"])
        lost = Appearance.objects.filter(player=cup.players["Di"], pairing__result__decision="forfeit")
        assert lost.count() == 2
        cup.players["Di"].refresh_from_db()
        assert cup.players["Di"].withdrawn_after == 1

    def test_two_withdrawn_players_get_no_double_loss(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        for name in ("Cy", "Di"):
            registration.withdraw(cup.orla, cup.tournament, cup.players[name])
        results = [
            (row.result.first, row.result.second)
            for round_ in cup.tournament.rounds.all()
            for row in round_.pairings.filter(result__isnull=False)
        ]
        assert len(results) == 5
        assert ("loss", "loss") not in results

    def test_undo_reopens_the_games(self, cup):
        rounds.publish_schedule(cup.orla, cup.tournament)
        registration.withdraw(cup.orla, cup.tournament, cup.players["Di"])
        undo_last(cup)
        assert not Appearance.objects.filter(pairing__result__isnull=False).exists()


class TestSeats:
    def test_draw_is_reproducible_from_its_seed(self, cup):
        stage = seats.draw_seats(cup.orla, cup.tournament, "lot")
        order = [cup.players[name] for name in ("Ann", "Bo", "Cy", "Di")]
        snapshot.lots(stage, 0, "seats").shuffle(order)
        assert list(seats_of(cup).values()) == [player.name for player in order]

    def test_each_draw_records_its_own_seed_in_the_journal(self, cup):
        for _draw in range(2):
            seats.draw_seats(cup.orla, cup.tournament, "lot")
        entries = JournalEntry.objects.filter(tournament=cup.tournament, verb="draw-seats")
        assert len({entry.facts["seed"] for entry in entries}) == 2

    def test_manual_seats_are_used_by_the_schedule(self, cup):
        order = [cup.players[name] for name in ("Di", "Ann", "Cy", "Bo")]
        seats.set_seats(cup.orla, cup.tournament, order)
        cup.pair()
        assert list(seats_of(cup).values()) == ["Di", "Ann", "Cy", "Bo"]
        assert pairs(cup.round) == {("Di", "Bo"), ("Ann", "Cy")}

    def test_player_added_after_the_draw_gets_the_last_seat(self, cup):
        seats.set_seats(cup.orla, cup.tournament, [cup.players[name] for name in ("Di", "Ann", "Cy", "Bo")])
        registration.add_player(cup.orla, cup.tournament, name="Eve")
        cup.pair()
        assert list(seats_of(cup).values()) == ["Di", "Ann", "Cy", "Bo", "Eve"]

    def test_player_removed_after_the_draw_leaves_no_gap(self, cup):
        seats.set_seats(cup.orla, cup.tournament, [cup.players[name] for name in ("Di", "Ann", "Cy", "Bo")])
        registration.remove_player(cup.orla, cup.tournament, cup.players["Ann"])
        cup.pair()
        assert seats_of(cup) == {1: "Di", 2: "Cy", 3: "Bo"}

    def test_drawn_seats_survive_a_discarded_draft(self, cup):
        seats.draw_seats(cup.orla, cup.tournament, "lot")
        before = seats_of(cup)
        rounds.discard_round(cup.orla, cup.tournament, cup.pair())
        assert seats_of(cup) == before

    def test_every_active_player_needs_one_seat(self, cup):
        with pytest.raises(Refused, match="Every active player needs one seat"):
            seats.set_seats(cup.orla, cup.tournament, [cup.players["Ann"], cup.players["Bo"]])

    def test_seats_cannot_change_once_round_1_is_paired(self, cup):
        cup.pair()
        with pytest.raises(Refused, match="seats cannot change"):
            seats.draw_seats(cup.orla, cup.tournament, "lot")

    def test_other_seating_setting_discards_the_draw(self, cup):
        seats.draw_seats(cup.orla, cup.tournament, "lot")
        lifecycle.change_settings(cup.orla, cup.tournament, seating="rating")
        assert seats_of(cup) == {}
        assert snapshot.current_stage(cup.tournament).drawn_at is None


class TestWholeSchedule:
    def test_is_the_same_before_and_after_publication(self, cup):
        stage = seats.draw_seats(cup.orla, cup.tournament, "lot")
        stage.tournament = cup.tournament

        def games():
            whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(cup.tournament)))
            return [(r.number, [(g.table, g.first, g.second) for g in r.games]) for r in whole.rounds()]

        planned = games()
        rounds.publish_schedule(cup.orla, cup.tournament)
        assert games() == planned

    def test_grid_shows_who_is_first_in_each_round(self, cup):
        whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(cup.tournament)))
        assert whole.grid()[1] == {4: [(1, True)], 2: [(2, True)], 3: [(3, False)]}

    def test_double_round_robin_has_both_meetings(self, make):
        double = make(options={"cycles": 2}).with_players("Ann", "Bo", "Cy")
        whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(double.tournament)))
        assert all(len(games) == 2 for line in whole.grid().values() for games in line.values())
        assert all(
            {first for _n, first in games} == {True, False} for line in whole.grid().values() for games in line.values()
        )

    def test_second_half_of_a_league_repeats_the_first_with_sides_swapped(self, make):
        names = [f"Team {number:02}" for number in range(1, 19)]
        days = [date(2026, 8, 15) + timedelta(weeks=week) for week in range(34)]
        league = make(
            game="football", options={"cycles": 2}, round_dates=", ".join(day.isoformat() for day in days)
        ).with_players(*names)
        whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(league.tournament)))
        first, second = whole.in_cycles()
        assert [len(part.rounds) for part in (first, second)] == [17, 17]
        assert first.is_half
        assert [r.day for part in (first, second) for r in part.rounds] == days
        for there, back in zip(first.rounds, second.rounds, strict=True):
            assert [(g.first, g.second) for g in there.games] == [(g.second, g.first) for g in back.games]

    def test_page_and_csv_show_both_halves_with_dates(self, make):
        league = make(game="football", options={"cycles": 2}, round_dates="2026-08-15, 2026-08-22")
        league.with_players(*"ABCD")
        page = signed_in(league.orla.user).get(f"/t/{league.tournament.slug}/schedule/").content.decode()
        assert page.index("First half") < page.index("Round 3") < page.index("Second half, with sides switched")
        assert f"<small>{format_moment(date(2026, 8, 15), 'short')}</small>" in page
        csv = signed_in(league.orla.user).get(f"/t/{league.tournament.slug}/schedule.csv").content.decode()
        assert "1,1,A,D,,2026-08-15" in csv

    def test_single_round_robin_has_no_halves(self, cup):
        whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(cup.tournament)))
        assert [(part.number, len(part.rounds)) for part in whole.in_cycles()] == [(None, 3)]

    def test_three_cycles_are_not_called_halves(self, make):
        stage = make(options={"cycles": 3}).with_players(*"ABC")
        whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(stage.tournament)))
        assert [(part.number, part.is_half) for part in whole.in_cycles()] == [(1, False), (2, False), (3, False)]


class TestDatesAndTimes:
    """A league has a date for each round, and other dates for postponed matches."""

    @pytest.fixture
    def league(self, make):
        stage = make(
            game="football",
            options={"cycles": 2},
            time_zone="Europe/Helsinki",
            round_dates="2026-08-29 15:30, 2026-09-05",
            moved_matches="1/2 2026-11-11 19:00",
        ).with_players(*"ABCD")
        rounds.publish_schedule(stage.orla, stage.tournament)
        return stage

    def test_pages_show_dates_and_times(self, league, client):
        at = f"/t/{league.tournament.slug}"
        assert "29 August 2026, 15:30" in client.get(f"{at}/rounds/1/").content.decode()
        assert "5 September 2026<" in client.get(f"{at}/rounds/2/").content.decode()
        for page in ("rounds/1/", "schedule/"):
            assert client.get(f"{at}/{page}").content.decode().count("11 Nov, 19:00") == 1
        moved = league.tournament.rounds.get(number=1).pairings.get(table=2)
        for place in moved.appearances.all():
            page = client.get(f"{at}/players/{place.player.public_id}/").content.decode()
            assert "11 Nov, 19:00" in page
            assert "29 Aug, 15:30" not in page

    def test_future_round_is_not_shown_as_running(self, league, client):
        at = f"/t/{league.tournament.slug}"
        visited = league.tournament.rounds.get(number=2).pairings.first().appearances.first().player
        first, second, third = (f"{at}/rounds/{number}/" for number in (1, 2, 3))

        def says(address, *, running=0, day=""):
            page = " ".join(client.get(address).content.decode().split())
            assert bool(re.search(rf"\b{running} (games?|match(es)?) running", page)) == bool(running)
            assert "To be played on" in page if day else "To be played on" not in page
            assert not day or f"To be played on {day}" in page

        says(first, day="29 August 2026, 15:30")
        says(second, day="5 September 2026")
        says(f"{at}/rounds/2/names/", day="5 September 2026")
        says(third, running=2)  # no time is set
        says(f"{at}/screen/", day="29 August 2026, 15:30")
        page = client.get(f"{at}/players/{visited.public_id}/").content.decode()
        assert page.count("To be played on") == 2
        assert page.count("still playing") == 0
        assert page.count('<span class="chip">open</span>') == 4
        league.round = league.tournament.rounds.get(number=2)
        league.enter(1, "2-0")
        says(second, running=1)
        league.round = league.tournament.rounds.get(number=1)
        league.enter(1, "2-0")
        says(first, day="11 November 2026, 19:00")  # only the moved match is left
        league.enter(2, "2-0")
        says(first)

    def test_complete_results_lead_to_the_next_open_round(self, league):
        editor, at = signed_in(league.orla.user), f"/t/{league.tournament.slug}/desk/rounds"

        def leads_to(number):
            page = editor.get(f"{at}/{number}/results/").content.decode()
            found = re.search(r'<div id="step" >(.*?)</div>', page, re.DOTALL)[1]
            return re.findall(r"rounds/(\d+)/results/", found)

        def complete(number, *tables):
            league.round = league.tournament.rounds.get(number=number)
            for table in tables:
                league.enter(table, "1-0")

        assert leads_to(1) == []
        complete(1, 1)
        assert leads_to(1) == ["2"], "a moved match does not hold it up"
        complete(2, 1)
        assert leads_to(2) == []
        complete(2, 2)
        assert leads_to(2) == ["3"]
        for number in (3, 4, 5):
            complete(number, 1, 2)
        assert leads_to(4) == ["6"]
        complete(6, 1, 2)
        assert leads_to(6) == ["1"]
        complete(1, 2)
        assert leads_to(1) == []

    def test_result_replaces_the_new_date(self, league, client):
        league.round = league.tournament.rounds.get(number=1)
        league.enter(2, "2-0")
        page = client.get(f"/t/{league.tournament.slug}/rounds/1/").content.decode()
        assert "11 Nov, 19:00" not in page

    def test_player_without_a_match_is_free(self, make, client):
        league = make(game="football").with_players(*"ABC")
        rounds.publish_schedule(league.orla, league.tournament)
        for name in "ABC":
            page = client.get(f"/t/{league.tournament.slug}/players/{league.players[name].public_id}/").content.decode()
            assert len(re.findall(r"<p>\s*free\s*</p>", page)) == 1
            assert "zero-point" not in page

    def test_match_is_postponed_from_its_row(self, league, client):
        editor, at = signed_in(league.orla.user), f"/t/{league.tournament.slug}"
        entry, date_page = f"{at}/desk/rounds/2/results/", f"{at}/desk/rounds/2/date/"
        assert f'href="{date_page}?table=1"' in editor.get(f"{entry}?absent=1").content.decode()
        shown = editor.get(f"{date_page}?table=1").content.decode()
        assert 'value="2026-09-05"' in shown
        assert "Play with its round" not in shown
        saved = editor.post(date_page, {"table": "1", "day": "2026-10-07", "at": "18:45"})
        assert saved.url == f"{entry}#t1"
        league.tournament.refresh_from_db()
        assert league.tournament.moved_matches == "1/2 2026-11-11 19:00, 2/1 2026-10-07 18:45"
        assert "7 Oct, 18:45</a>" in editor.get(entry).content.decode()
        match = league.tournament.rounds.get(number=2).pairings.get(table=1)
        pages = ["rounds/2/", f"rounds/2/tables/{match.public_id}/"]
        pages += [f"players/{place.player.public_id}/" for place in match.appearances.all()]
        for page in pages:
            assert re.search("7 Oct(ober 2026)?, 18:45", client.get(f"{at}/{page}").content.decode()), page
        entry = JournalEntry.objects.latest("sequence")
        assert (entry.verb, entry.facts["moved_to"]) == ("change-date", "2026-10-07 18:45")
        undo_last(league)
        league.tournament.refresh_from_db()
        assert league.tournament.moved_matches == "1/2 2026-11-11 19:00"

    def test_postponed_match_can_return_to_its_round(self, league):
        editor, date_page = signed_in(league.orla.user), f"/t/{league.tournament.slug}/desk/rounds/1/date/"
        assert "Play with its round" in editor.get(f"{date_page}?table=2").content.decode()
        editor.post(date_page, {"table": "2", "back": ""})
        league.tournament.refresh_from_db()
        assert league.tournament.moved_matches == ""
        before = JournalEntry.objects.count()
        editor.post(date_page, {"table": "2", "back": ""})
        assert JournalEntry.objects.count() == before, "the same again changes nothing"

    def test_invalid_match_dates_are_refused(self, league):
        editor, date_page = signed_in(league.orla.user), f"/t/{league.tournament.slug}/desk/rounds/1/date/"
        for given in ({"day": "", "at": "18:00"}, {"day": "soon"}, {"day": "2026-10-07", "at": "25:00"}):
            answer = editor.post(date_page, {"table": "2", **given})
            assert (answer.status_code, 'aria-invalid="true"' in answer.content.decode()) == (422, True)
        for query in ("", "?table=3", "?table=x"):
            assert editor.get(date_page + query).status_code == 404
        match = league.tournament.rounds.get(number=1).pairings.get(table=1)
        for number in range(60):
            league.tournament.moved_matches += f", {number + 7}/1 2026-11-11"
        type(league.tournament).objects.update(moved_matches=league.tournament.moved_matches[:1000].rpartition(",")[0])
        with pytest.raises(Refused, match="Too many matches"):
            schedules.change_date(league.orla, league.tournament, match, Moment(date(2026, 10, 7), time(18, 45)))

    def test_calendars_contain_them(self, league, client):
        at = f"/api/v1/tournaments/{league.tournament.slug}"
        whole = client.get(f"{at}/calendar.ics").content.decode()
        assert "DTSTART:20260829T123000Z" in whole
        assert "DTSTART;VALUE=DATE:20260905" in whole
        moved = league.tournament.rounds.get(number=1).pairings.get(table=2)
        own = client.get(f"{at}/players/{moved.appearances.first().player.public_id}/calendar.ics").content.decode()
        assert "DTSTART:20261111T170000Z" in own
        assert "20260829T123000Z" not in own

    def test_csv_and_api_contain_them(self, league, client):
        at = f"/t/{league.tournament.slug}"
        lines = client.get(f"{at}/schedule.csv").content.decode().splitlines()
        assert lines[0] == "\ufeffround,table,first,second,result,day"
        assert [line.rsplit(",", 1)[1] for line in lines[1:4]] == ["2026-08-29 15:30", "2026-11-11 19:00", "2026-09-05"]
        planned = client.get(f"/api/v1/tournaments/{league.tournament.slug}/schedule").json()["rounds"]
        assert [(r["day"], r["time"]) for r in planned[:3]] == [("2026-08-29", "15:30"), ("2026-09-05", ""), (None, "")]
        assert [g["moved_to"] for g in planned[0]["games"]] == ["", "2026-11-11 19:00"]
