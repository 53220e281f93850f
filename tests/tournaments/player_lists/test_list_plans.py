"""Effects of a list on present players: shown in advance, applied at once, undone as a whole."""

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments import player_lists
from tournaments.core.journal.errors import StaleSnapshot
from tournaments.core.rights import Right
from tournaments.core.words import names
from tournaments.core.words.persons import OLDEST
from tournaments.history import undo
from tournaments.models import JournalEntry, Player, Seat
from tournaments.player_lists import Answers, Fate, updating
from tournaments.player_lists.cells import NOTHING
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(make):
    stage = make(name="Cup", system="dutch", planned_rounds=3)
    rows = [
        {"name": "Ann", "rating": 1800, "fide_id": "500123", "birth": "1990-05-31"},
        {"name": "Bo Ek", "rating": 1500, "club": "Nord"},
        {"name": "Cy"},
    ]
    stage.players = {p.name: p for p in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


def decide(stage, text, **answers):
    """Return {line: (fate of the row, its message)}."""
    plan = player_lists.compare(player_lists.read(text).rows, stage.tournament.players.all(), Answers(**answers))
    return {each.row.line: (each.fate, " ".join(each.why)) for each in plan.decided}


def take_list(stage, text, seen=None, **answers):
    rows = player_lists.read(text).rows
    return updating.take_list(stage.orla, stage.tournament, rows, Answers(**answers), seen=seen)


class TestPresentPlayers:
    @pytest.mark.parametrize(
        ("row", "answer", "fate", "text"),
        [
            ("Ann;1800;;", "leave", Fate.LEAVE, "Ann is already on the list. No changes."),
            ("ANN;1850;;", "leave", Fate.LEAVE, "The list gives: Rating 1800 → 1850."),
            ("Ann;1850;;", "update", Fate.UPDATE, "Changes: Rating 1800 → 1850."),
            ("Ann;1850;;", "add", Fate.ADD, "Another player with this name will be added"),
            ("Anna;1800;500123;", "leave", Fate.LEAVE, "Ann is already on the list, with this FIDE ID"),
            ("Anna;1800;500123;", "update", Fate.UPDATE, "Name Ann → Anna"),
            ("Anna;1800;500123;", "add", Fate.LEAVE, "with this FIDE ID"),
            ("Ann;1800;600000;", "leave", Fate.ADD, "a different FIDE ID or date of birth"),
            ("Ann;1800;;1991", "leave", Fate.ADD, "a different FIDE ID or date of birth"),
            ("Ann;1800;;1990", "update", Fate.LEAVE, "No changes."),
            ("Ann;1800;;31.5.1990", "update", Fate.LEAVE, "No changes."),
            ("Ek, Bo;1500;;", "update", Fate.LEAVE, "Bo Ek is already on the list. No changes."),
            ("Ek, Bo;;;", "update", Fate.LEAVE, "No changes."),
            ("Di;1400;;", "leave", Fate.ADD, ""),
        ],
    )
    def test_row_of_a_present_player_gets_the_expected_fate(self, club, row, answer, fate, text):
        found = decide(club, f"name;rating;fide id;born\n{row}\n", present=answer)[2]
        assert found[0] is fate
        assert text in found[1]

    @pytest.mark.parametrize(
        ("second", "answer", "fate", "text"),
        [
            ("Eve;1400;700", "leave", Fate.NOT_TAKEN, "Row 2 is identical"),
            ("Eva;1400;700", "leave", Fate.NOT_TAKEN, "Row 2 has the same FIDE ID but different data"),
            ("Eve;1401;", "leave", Fate.NOT_TAKEN, "Probably the same player as row 2"),
            ("Eve;1401;", "add", Fate.ADD, "Same name as row 2"),
            ("Eve;1400;701", "leave", Fate.ADD, "Row 2 has the same name, but a different FIDE ID"),
        ],
    )
    def test_duplicate_row_gets_the_expected_fate(self, club, second, answer, fate, text):
        found = decide(club, f"name;rating;fide id\nEve;1400;700\n{second}\n", present=answer)
        assert found[2][0] is Fate.ADD
        assert found[3][0] is fate
        assert text in found[3][1]

    def test_invalid_rows_are_skipped_or_imported_without_the_invalid_value(self, club):
        text = "name;rating\nEve;abc\n;1500\n"
        assert decide(club, text)[2] == (Fate.NOT_TAKEN, "Correct it in the list below.")
        assert decide(club, text, with_faults=True)[2] == (Fate.ADD, "Ignored.")
        assert decide(club, text, with_faults=True)[3][0] is Fate.NOT_TAKEN
        take_list(club, text, with_faults=True)
        assert Player.objects.get(name="Eve").rating is None

    def test_each_row_can_have_its_own_choice(self, club):
        text = "Name;Rating;FIDE ID\nAnn;1850;\nBo Ek;1600;\nCy;1400;\nCy;1300;\nAnna;1900;500123"
        rows = player_lists.read(text).rows
        plan = player_lists.compare(rows, club.tournament.players.all(), Answers())
        assert [each.possible for each in plan.decided] == [
            ("leave", "update", "add"),
            ("leave", "update", "add"),
            ("leave", "update", "add"),
            ("leave", "add"),
            ("leave", "update"),
        ]
        ann, bo, _cy, other, _anna = (each.key for each in plan.decided)
        of_rows = {ann: "update", bo: "add", other: "add", "nobody": "add"}
        done = updating.take_list(club.orla, club.tournament, rows, Answers(of_rows=of_rows))
        assert [each.fate for each in done.decided] == [Fate.UPDATE, Fate.ADD, Fate.LEAVE, Fate.ADD, Fate.LEAVE]
        found = club.tournament.players.order_by("sort_key", "pk").values_list("name", "rating")
        assert [*found] == [("Ann", 1850), ("Bo Ek", 1500), ("Bo Ek", 1600), ("Cy", None), ("Cy", 1300)]

    def test_choice_applies_only_to_the_same_row_content(self, club):
        first, second = (player_lists.read(f"Name;Rating\n{row}").rows for row in ("Ann;1850", "Ann;1900"))
        key = player_lists.compare(first, club.tournament.players.all(), Answers()).decided[0].key
        answers = Answers(of_rows={key: "update"})
        assert player_lists.compare(first, club.tournament.players.all(), answers).decided[0].fate is Fate.UPDATE
        assert player_lists.compare(second, club.tournament.players.all(), answers).decided[0].fate is Fate.LEAVE


class TestImport:
    TEXT = "name;rating;club\nAnn;1850;Sud\nEve;1400;\nFay;;\nBo Ek;1500;Nord\n"

    def test_import_is_atomic_and_undone_as_a_whole(self, club):
        before = list(club.tournament.players.order_by("pk").values("name", "rating", "club"))
        plan = take_list(club, self.TEXT, present="update")
        assert [len(plan.of(fate)) for fate in Fate] == [2, 1, 1, 0]
        ann = Player.objects.get(name="Ann")
        assert (ann.rating, ann.club, ann.fide_id) == (1850, "Sud", "500123")
        entry = JournalEntry.objects.filter(tournament=club.tournament).first()
        assert entry.verb == "take-list"
        assert ann.version == entry.sequence
        undo.undo(club.orla, club.tournament, entry)
        assert list(club.tournament.players.order_by("pk").values("name", "rating", "club")) == before

    def test_import_is_refused_if_it_differs_from_the_preview(self, club):
        rows = player_lists.read(self.TEXT).rows
        tag = player_lists.compare(rows, club.tournament.players.all(), Answers()).tag
        registration.add_player(club.orla, club.tournament, name="Eve")
        with pytest.raises(StaleSnapshot, match="changed since the preview"):
            take_list(club, self.TEXT, seen=tag)
        assert not Player.objects.filter(name="Fay").exists()

    def test_import_without_effect_records_nothing(self, club):
        revision = club.tournament.revision
        take_list(club, "Ann\nCy\n")
        club.tournament.refresh_from_db()
        assert club.tournament.revision == revision

    def test_updated_rating_changes_the_pairing_number_while_allowed(self, club):
        club.pair()
        numbers = dict(Seat.objects.values_list("player__name", "number"))
        assert numbers == {"Ann": 1, "Bo Ek": 2, "Cy": 3}
        take_list(club, "Cy;2000\nBo Ek;1500\n", present="update")
        assert dict(Seat.objects.values_list("player__name", "number")) == {"Cy": 1, "Ann": 2, "Bo Ek": 3}


LINE = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=30)


def clean(longest):
    def fits(text):
        try:
            return names.clean_text(text, longest) == text and text not in NOTHING
        except names.NotAName:
            return False

    return LINE.filter(fits)


NAMES = clean(100).filter(lambda text: any(letter.isalnum() for letter in text))
BIRTHS = st.integers(OLDEST, 2024).map(str) | st.dates().filter(lambda day: OLDEST <= day.year <= 2024).map(
    "{:%Y/%m/%d}".format
)
PLAYERS = st.lists(
    st.fixed_dictionaries(
        {"name": NAMES},
        optional={
            "rating": st.integers(1, 9999),
            "title": clean(10),
            "club": clean(100),
            "federation": clean(40),
            "fide_id": st.integers(1, 10**10).map(str),
            "birth": BIRTHS,
            "sex": st.sampled_from("mw"),
        },
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.rotates(8)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PLAYERS)
def test_exported_players_read_back_unchanged(players):
    written = player_lists.write([Player(**values) for values in players], frozenset(Right))
    found = player_lists.read(player_lists.open_file(written.encode()).sheets[""])
    assert found.notes == []
    assert [
        {key: value for key, value in row.values.items() if value not in (None, "")} for row in found.rows
    ] == players
    assert not any(row.faults for row in found.rows)


def test_export_omits_columns_the_reader_may_not_see():
    ann = Player(name="Ann", rating=1800, fide_id="500123", birth="1990/05/31", sex="w")
    rows = list(csv.reader(io.StringIO(player_lists.write([ann], frozenset({Right.SEE, Right.MANAGE_PLAYERS})))))
    assert rows == [["Name", "Title", "Rating", "Federation", "Club"], ["Ann", "", "1800", "", ""]]


def test_rank_column_is_exported_if_a_player_has_a_rank():
    text = player_lists.write([Player(name="Ann", rank="3d"), Player(name="Bo")], frozenset({Right.SEE}))
    assert list(csv.reader(io.StringIO(text)))[:2] == [
        ["Name", "Title", "Grade", "Rating", "Federation", "Club"],
        ["Ann", "", "3d", "", "", ""],
    ]
    assert [row.values["rank"] for row in player_lists.read(text).rows] == ["3d", ""]


class TestNamesakes:
    SMITH = Player(name="Smith, John", club="Oulu", rating=1800)

    def decide(self, line, **answers):
        found = player_lists.read(f"Name;Club;Rating;Born\n{line}\n")
        return player_lists.compare(found.rows, [self.SMITH], player_lists.Answers(**answers)).decided[-1]

    def test_different_club_and_rating_is_a_different_person(self):
        decided = self.decide("John Smith;Turku;1400;")
        assert decided.fate is Fate.ADD
        assert "with a different club and rating. Added as a different person." in decided.why[0]
        assert decided.possible == ("leave", "update", "add")

    @pytest.mark.parametrize("line", ["John Smith;Turku;1800;", "John Smith;Oulu;1400;", "John Smith;;1400;"])
    def test_only_one_of_club_and_rating_different_is_the_same_person(self, line):
        assert self.decide(line).fate is Fate.LEAVE

    def test_namesake_is_updated_on_request(self):
        assert self.decide("John Smith;Turku;1400;", present="update").fate is Fate.UPDATE

    def test_choice_for_the_row_overrides(self):
        key = self.decide("John Smith;Turku;1400;").key
        assert self.decide("John Smith;Turku;1400;", of_rows={key: "leave"}).fate is Fate.LEAVE

    def test_namesakes_within_one_list_are_added(self):
        decided = self.decide("Ann Ek;Oulu;1900;\nAnn Ek;Turku;1300;")
        assert (decided.fate, decided.possible) == (Fate.ADD, ("leave", "add"))
