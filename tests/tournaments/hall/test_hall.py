"""The hall of a tournament: table numbers of rounds, drafts and schedules, fixed tables, and pages."""

import json

import pytest
from django.test import Client

from pairings.seating.hall import Hall, Room
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.tournament_files.test_files import elsewhere
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.snapshot import take_view
from tournaments.core.words import values
from tournaments.drafts import editing
from tournaments.hall import table_numbers
from tournaments.history import undo
from tournaments.models import User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.schedule import schedules
from tournaments.setup import copies, moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db

ROOMS = (Room("Main hall", 11, 12), Room("Library", 61, 64))
HALL = Hall(None, frozenset({62}), ROOMS)


@pytest.fixture
def eight(make):
    return make(system="manual").with_players(*"ABCDEFGH")


def set_pairs(stage, *pairs):
    players = stage.players
    return editing.set_pairings(
        stage.orla, stage.tournament, stage.round, [(players[a], players[b]) for a, b in pairs]
    )  # fmt: skip


def tables(stage):
    """Return the first player at each table, in the order in which the round was paired."""
    rows = stage.round.pairings.order_by("order", "table").prefetch_related("appearances__player")
    return {next(p.player.name for p in row.appearances.all() if p.side == 1): row.table for row in rows}


def last_sentence(stage):
    entry = stage.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


class TestHallSettings:
    def test_hall_numbers_rounds_paired_afterwards(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEFGH")
        stage.play("1-0", "1-0", "1-0", "1-0")
        table_numbers.set_hall(stage.orla, stage.tournament, HALL)
        stage.pair()
        assert [*tables(stage).values()] == [11, 12, 61, 63]
        assert list(stage.tournament.rounds.get(number=1).pairings.values_list("table", flat=True)) == [1, 2, 3, 4]

    def test_change_of_the_hall_is_journalled_and_undone(self, eight):
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        assert "first number 11, closed 62, rooms" in last_sentence(eight)
        table_numbers.set_hall(eight.orla, eight.tournament, Hall())
        assert last_sentence(eight) == "Cleared the hall: numbers start at 1."
        assert eight.tournament.hall is None
        undo.undo(eight.orla, eight.tournament, eight.tournament.journal.first())
        eight.tournament.refresh_from_db()
        assert eight.tournament.layout == HALL

    def test_unchanged_hall_leaves_no_entry(self, eight):
        before = eight.revision()
        table_numbers.set_hall(eight.orla, eight.tournament, Hall())
        assert eight.revision() == before

    @pytest.mark.parametrize(
        ("wrong", "why", "field"),
        [
            (Hall(first=0), "from 1 to 9999", None),
            (Hall(closed=frozenset({10_000})), "from 1 to 9999", None),
            (Hall(rooms=(Room("A", 1, 5), Room("B", 5, 9))), "Table 5 is in two rooms", "rooms"),
            (Hall(rooms=(Room("A", 9, 5),)), "lower number first", "rooms"),
            (Hall(rooms=(Room("", 1, 5),)), "name of one line", "rooms"),
            (Hall(rooms=(Room("A\nB", 1, 5),)), "name of one line", "rooms"),
            (Hall(first=7, rooms=(Room("A", 1, 5),)), "Number 7 is not in any room", "first"),
            (Hall(closed=frozenset({1, 2}), rooms=(Room("A", 1, 2),)), "All numbers are closed", "closed"),
            (Hall(rooms=tuple(Room(f"R{n}", n, n) for n in range(1, 60))), "Too many rooms", "rooms"),
        ],
    )
    def test_contradictory_hall_is_refused(self, eight, wrong, why, field):
        with pytest.raises(Refused, match=why) as refused:
            table_numbers.set_hall(eight.orla, eight.tournament, wrong)
        assert refused.value.field == field

    def test_helper_cannot_set_the_hall(self, cup, helper):
        with pytest.raises(NotAllowed):
            table_numbers.set_hall(helper, cup.tournament, HALL)

    def test_copy_and_tournament_file_include_the_hall(self, eight):
        registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=12)
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        eight.pair()
        set_pairs(eight, "BC", "AD", "EF")
        copy = copies.copy_tournament(
            eight.orla, eight.tournament, name="Next", starts_on=eight.tournament.starts_on, with_players=True
        )
        assert copy.layout == HALL
        assert copy.players.get(name="A").fixed_table == 12
        again, written = elsewhere(eight.tournament)
        assert files.write(again) == written
        assert again.layout == HALL

    def test_copy_keeps_the_fixed_table_that_the_hall_closes(self, eight):
        registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=62)
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        more = {"name": "Next", "starts_on": eight.tournament.starts_on, "with_players": True}
        assert copies.copy_tournament(eight.orla, eight.tournament, **more).players.get(name="A").fixed_table == 62

    @pytest.mark.parametrize(
        "wrong",
        [
            [],
            {"first": 1},
            {"first": "1", "closed": [], "rooms": []},
            {"first": None, "closed": [3, 2], "rooms": []},
            {"first": None, "closed": [True], "rooms": []},
            {"first": 10_000, "closed": [], "rooms": []},
            {"first": None, "closed": [], "rooms": [{"name": "A", "first": 1}]},
            {"first": None, "closed": [], "rooms": [{"name": "\u202eA", "first": 1, "last": 2}]},
            {"first": None, "closed": [], "rooms": [{"name": "A", "first": 3, "last": 2}]},
            {"first": None, "closed": [], "rooms": [{"name": n, "first": 1, "last": 2} for n in "AB"]},
        ],
    )
    def test_invalid_hall_in_a_file_is_refused(self, eight, wrong):
        read = json.loads(files.write(eight.tournament))
        read["tournament"]["hall"] = wrong
        with pytest.raises(Refused, match=r"hall(\.\w+)* has an invalid value"):
            moving.import_file(eight.orla, json.dumps(read).encode())


class TestFixedTables:
    def test_fixed_table_holds_in_every_round(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCDEFGH")
        registration.change_player(stage.orla, stage.tournament, stage.players["H"], fixed_table=11)
        table_numbers.set_hall(stage.orla, stage.tournament, HALL)
        for _round in range(3):
            stage.pair()
            place = stage.round.appearances.get(player=stage.players["H"])
            assert place.pairing.table == 11
            stage.publish()
            for table in stage.round.pairings.values_list("table", flat=True):
                stage.enter(table, "1-0")
            stage.close()

    @pytest.mark.rotates(2)
    def test_fixed_table_does_not_change_the_pairings(self, make):
        """Engines read rounds in the order in which they were paired, whatever the table numbers are."""
        found = []
        for fixed in (None, 40):
            stage = make(system="papp", game="othello", score_kind="", score_total=None).with_players(*"ABCDEF")
            stage.tournament.stages.update(seed="00f1")
            registration.change_player(stage.orla, stage.tournament, stage.players["A"], fixed_table=fixed)
            stage.pair()
            for _round in range(4):
                stage.publish()
                for pairing in stage.round.pairings.order_by("order"):
                    stage.enter(pairing.table, "1-0")
                stage.close()
                stage.pair()
            found.append([
                [(p.first, p.second, p.result) for p in played.pairings]
                for played in take_view(stage.tournament.stages.get(), drafts=True).snapshot.rounds
            ])  # fmt: skip
        assert found[0] == found[1]

    def test_fixed_table_of_a_withdrawn_player_is_free(self, eight):
        registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=1)
        eight.pair()
        set_pairs(eight, "BC")
        assert tables(eight) == {"B": 2}
        registration.withdraw(eight.orla, eight.tournament, eight.players["A"])
        set_pairs(eight, "BC")
        assert tables(eight) == {"B": 1}

    def test_closed_table_cannot_be_fixed(self, eight):
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        with pytest.raises(Refused, match="Number 62 is closed") as refused:
            registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=62)
        assert refused.value.field == "fixed_table"
        with pytest.raises(Refused, match="Number 62 is closed"):
            registration.add_player(eight.orla, eight.tournament, name="I", fixed_table=62)


class TestDrafts:
    def test_draft_keeps_its_tables_until_renumbered(self, eight):
        eight.pair()
        set_pairs(eight, "AB", "CD")
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        assert tables(eight) == {"A": 1, "C": 2}
        table_numbers.number_tables(eight.orla, eight.tournament, eight.round)
        assert tables(eight) == {"A": 11, "C": 12}
        assert last_sentence(eight) == "Round 1: renumbered the pairings."
        undo.undo(eight.orla, eight.tournament, eight.tournament.journal.first())
        assert tables(eight) == {"A": 1, "C": 2}

    def test_draft_is_numbered_in_the_order_of_pairing(self, eight):
        registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=7)
        eight.pair()
        set_pairs(eight, "AB", "CD", "EF")
        assert tables(eight) == {"A": 7, "C": 1, "E": 2}
        registration.change_player(eight.orla, eight.tournament, eight.players["A"], fixed_table=None)
        table_numbers.number_tables(eight.orla, eight.tournament, eight.round)
        assert tables(eight) == {"A": 1, "C": 2, "E": 3}

    def test_manual_pair_takes_the_next_table_of_the_hall(self, eight):
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        registration.change_player(eight.orla, eight.tournament, eight.players["F"], fixed_table=12)
        eight.pair()
        set_pairs(eight, "AB", "CD")
        assert tables(eight) == {"A": 11, "C": 61}
        editing.pair_by_hand(eight.orla, eight.tournament, eight.round, eight.players["G"], eight.players["H"])
        editing.pair_by_hand(eight.orla, eight.tournament, eight.round, eight.players["E"], eight.players["F"])
        assert tables(eight) == {"A": 11, "C": 61, "G": 63, "E": 12}

    def test_repaired_draft_uses_the_tables_of_the_hall(self, make):
        stage = make(system="papp").with_players(*"ABCDEF")
        table_numbers.set_hall(stage.orla, stage.tournament, HALL)
        stage.pair()
        editing.swap_players(stage.orla, stage.tournament, stage.round, stage.players["A"], stage.players["F"])
        editing.pair_rest(stage.orla, stage.tournament, stage.round)
        assert sorted(tables(stage).values()) == [11, 12, 61]

    def test_published_round_cannot_be_renumbered(self, cup):
        cup.pair()
        cup.publish()
        with pytest.raises(Refused, match="is published"):
            table_numbers.number_tables(cup.orla, cup.tournament, cup.round)

    @pytest.mark.rotates(2)
    def test_desk_offers_renumbering_if_numbers_would_change(self, eight, client, orla):
        client.force_login(orla)
        eight.pair()
        set_pairs(eight, "AB", "CD", "EF")
        page = f"/t/{eight.tournament.slug}/desk/rounds/1/"
        assert b"Renumber pairings" not in client.get(page).content
        editing.unpair(eight.orla, eight.tournament, eight.round, eight.players["A"])
        assert b"Renumber pairings" not in client.get(page).content, "a gap is no other numbering"
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        assert b"2 pairings belong at other tables" in client.get(page).content
        assert (
            b"The draft of round 1 still uses the old numbers"
            in client.get(f"/t/{eight.tournament.slug}/desk/hall/").content
        )
        client.post(f"{page}edit/", {"do": "number"})
        assert tables(eight) == {"C": 11, "E": 12}
        assert b"Renumber pairings" not in client.get(page).content
        table_numbers.set_hall(eight.orla, eight.tournament, Hall())
        assert b"Renumber pairings" in client.get(page).content

    def test_desk_names_players_away_from_their_fixed_table(self, eight, client, orla):
        client.force_login(orla)
        for name, table in (("A", 3), ("B", 1)):
            registration.change_player(eight.orla, eight.tournament, eight.players[name], fixed_table=table)
        eight.pair()
        set_pairs(eight, "AB")
        page = client.get(f"/t/{eight.tournament.slug}/desk/rounds/1/").content.decode()
        plain = page.replace("\u2068", "").replace("\u2069", "")
        assert "A has the fixed table 3, but meets B at table 1, the fixed table of B." in plain


class TestSchedules:
    @pytest.mark.parametrize("system", ["round-robin", "circular"])
    def test_planned_rounds_show_the_tables_they_will_get(self, make, system):
        stage = make(system=system).with_players(*"ABCDEF")
        table_numbers.set_hall(stage.orla, stage.tournament, HALL)
        registration.change_player(stage.orla, stage.tournament, stage.players["F"], fixed_table=64)
        stage.pair()
        stage.publish()
        view = take_view(stage.tournament.stages.get())
        planned = [[(g.table, g.first, g.second) for g in each.games] for each in schedules.schedule_of(view).rounds()]
        rounds.publish_schedule(stage.orla, stage.tournament)
        view = take_view(stage.tournament.stages.get())
        real = [[(g.table, g.first, g.second) for g in each.games] for each in schedules.schedule_of(view).rounds()]
        assert planned == real
        assert all({11, 12, 61, 64} >= {table for table, _first, _second in games} for games in real)
        of_f = view.numbers[stage.players["F"].pk]
        assert {t for games in real for t, first, second in games if of_f in (first, second)} == {64}

    def test_late_entry_in_a_schedule_takes_a_table_of_the_hall(self, make):
        stage = make(system="round-robin").with_players(*"ABCDE")
        table_numbers.set_hall(stage.orla, stage.tournament, HALL)
        stage.pair()
        stage.publish()
        registration.add_player(stage.orla, stage.tournament, name="F")
        assert sorted(stage.round.pairings.values_list("table", flat=True)) == [11, 12, 61]


class TestPages:
    @pytest.fixture
    def played_round(self, eight):
        table_numbers.set_hall(eight.orla, eight.tournament, HALL)
        eight.pair()
        set_pairs(eight, "AB", "CD", "EF")
        rounds.publish_round(
            eight.orla, eight.tournament, eight.round, not_paired=[eight.players[n].public_id for n in "GH"]
        )
        return eight

    @pytest.mark.parametrize("page", ["rounds/1/", "rounds/1/names/", "players/{E}/", "desk/rounds/1/slips/"])
    def test_page_with_a_table_names_its_room(self, played_round, orla, page):
        address = page.format(E=played_round.players["E"].public_id)
        content = signed_in(orla).get(f"/t/{played_round.tournament.slug}/{address}").content
        assert b"Library" in content

    def test_hall_page_saves_the_typed_values(self, eight, orla):
        client, address = signed_in(orla), f"/t/{eight.tournament.slug}/desk/hall/"
        assert b"Numbers start at 1. Change this" in client.get(address).content
        typed = {"first": "12", "closed": "62, 63-64", "rooms": "Main hall: 11–12\n\n Library  61 - 70"}
        assert client.post(address, typed).status_code == 302
        eight.tournament.refresh_from_db()
        rooms = (Room("Main hall", 11, 12), Room("Library", 61, 70))
        assert eight.tournament.layout == Hall(12, frozenset({62, 63, 64}), rooms)
        page = client.get(address).content.decode()
        assert "Library 61-70" in page
        assert "62-64" in page
        assert "4 pairings have these numbers:" in page
        assert client.post(address, {"away": "1"}).status_code == 302
        eight.tournament.refresh_from_db()
        assert eight.tournament.hall is None

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ({"closed": "5, x"}, "“x” is not a number"),
            ({"closed": "9-5"}, "9-5 is not valid"),
            ({"closed": "0"}, "from 1 to 9999"),
            ({"rooms": "Library"}, "“Library” is not a room"),
            ({"rooms": "Library 9-5"}, "9-5 is not valid"),
            ({"rooms": "5-9"}, "name of one line"),
            ({"first": "3", "rooms": "Library 5-9"}, "Number 3 is not in any room"),
        ],
    )
    def test_hall_page_keeps_invalid_input_and_explains_the_error(self, eight, orla, typed, why):
        answer = signed_in(orla).post(f"/t/{eight.tournament.slug}/desk/hall/", typed)
        assert answer.status_code == 422
        assert why in answer.content.decode()
        assert next(iter(typed.values())) in answer.content.decode()

    def test_player_page_sets_the_fixed_table(self, eight, orla):
        address = f"/t/{eight.tournament.slug}/desk/players/{eight.players['A'].public_id}/"
        client = signed_in(orla)
        assert client.post(address, {"name": "A", "fixed_table": "11"}).status_code == 302
        assert b'value="11"' in client.get(address).content
        assert b"table 11" in client.get(f"/t/{eight.tournament.slug}/desk/hall/").content
        table_numbers.set_hall(eight.orla, eight.tournament, Hall(closed=frozenset({12})))
        answer = client.post(address, {"name": "A", "fixed_table": "12"})
        assert (answer.status_code, b"Number 12 is closed" in answer.content) == (422, True)

    def test_hall_page_is_refused_for_visitors_and_other_users(self, eight):
        User.objects.create_user("Eve")
        address = f"/t/{eight.tournament.slug}/desk/hall/"
        assert Client().get(address).status_code == 302
        assert signed_in(User.objects.get(username="Eve")).post(address, {"first": "5"}).status_code == 403


class TestRanges:
    @pytest.mark.parametrize("numbers", [set(), {1}, {1, 2, 3}, {5, 17, 18, 20}])
    def test_written_ranges_are_read_back(self, numbers):
        assert values.read_ranges(values.ranges_as_text(numbers)) == numbers

    def test_ranges_are_read_with_spaces_dashes_and_semicolons(self):
        assert values.read_ranges(" 5 ,17 – 19;\n21") == {5, 17, 18, 19, 21}


def test_outdated_tag_prevents_renumbering(eight):
    eight.pair()
    tag = eight.round.tag
    set_pairs(eight, "AB")
    with pytest.raises(Conflict):
        table_numbers.number_tables(eight.orla, eight.tournament, eight.round, tag=tag)
