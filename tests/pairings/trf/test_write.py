"""Writing: from snapshots and plans to files of either edition, and back to the same tournament."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.files.trf import Edition, Person, Replay, TooWide, TrfError, convert, document_of, read, with_round, write
from pairings.files.trf.writing.write import virtual_ranges
from pairings.plan import PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Player, Scoring, Snapshot

DATA = Path(__file__).parents[2] / "data" / "trf"
PAIRED = sorted((DATA / "paired").glob("*.trf"))
HALF = Fraction(1, 2)


def consistent(paths):
    for path in paths:
        try:
            Replay(read(path.read_bytes()))
        except TrfError:
            continue
        yield path


SOUND = list(consistent(sorted(DATA.rglob("*.trf"))))


def facts(replay):
    """Return the facts of the rounds, without tables; absences and zero-point byes are left out."""
    return [
        (
            played.number,
            {(p.first, p.second, p.result) for p in played.pairings},
            {bye for bye in played.byes if bye.kind is not ByeKind.ZERO},
        )
        for played in replay.rounds
    ]


def reread(document):
    return Replay(read(write(document)))


def four(**more):
    players = tuple(Player(number, f"Player {number}", 2000 - number) for number in range(1, 5))
    return Snapshot(players=players, planned_rounds=5, first_colour="second", **more)


class TestSnapshotToFile:
    @pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
    def test_rounds_are_restored_from_the_written_file(self, path):
        replay = Replay(read(path.read_bytes()))
        again = reread(document_of(replay.snapshot(replay.played + 1), edition=Edition.BOTH))
        assert facts(again) == facts(replay)
        assert again.virtual_points == replay.virtual_points
        assert again.settings.scoring == replay.settings.scoring
        assert {r.players for r in again.settings.forbidden} == {r.players for r in replay.snapshot(1).forbidden}

    @pytest.mark.parametrize("edition", list(Edition))
    def test_settings_use_the_records_of_each_edition(self, edition):
        snapshot = four(
            scoring=replace(Scoring(), win=Fraction(3), draw=Fraction(1), forfeit_win=Fraction(3), full_bye=Fraction(3))
        )
        snapshot = replace(
            snapshot,
            scoring=replace(snapshot.scoring, half_bye=Fraction(1), allocated_bye=Fraction(2)),
            virtual_points={1: (Fraction(1), HALF), 2: (Fraction(1), HALF)},
            forbidden=(ForbiddenPair(frozenset({1, 4})),),
            byes=(Bye(3, ByeKind.HALF), Bye(4, ByeKind.ZERO)),
        )
        document = document_of(snapshot, {"012": "Open"}, edition)
        codes = [line.code for line in document.lines]
        assert ("142" in codes, "XXR" in codes) == (edition is not Edition.TRF16, edition is not Edition.TRF26)
        again = reread(document).snapshot(1)
        assert (again.planned_rounds, again.first_colour, again.scoring) == (5, "second", snapshot.scoring)
        assert again.byes == snapshot.byes
        assert {n: row[:2] for n, row in again.virtual_points.items()} == snapshot.virtual_points
        assert {rule.players for rule in again.forbidden} == {frozenset({1, 4})}

    def test_round_with_requested_byes_only_is_not_played(self):
        away = tuple(Bye(number, ByeKind.HALF) for number in range(1, 5))
        again = reread(document_of(four(byes=away)))
        assert (again.played, again.snapshot(1).byes) == (0, away)

    def test_every_line_ends_with_cr_and_lf(self):
        data = write(document_of(four()))
        assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r") > 4

    def test_headings_people_and_comments_are_written(self):
        heading = {
            "012": "Turku\nOpen",
            "112": ["Ann", "Bo"],
            "132": ["26/05/01", "26/05/02"],
            "###": ["MPA @ Round 3"],
        }
        people = {2: Person("w", "1234567", "1990/01/02", 9)}
        texts = [line.text for line in document_of(four(), heading, Edition.TRF16, people).lines]
        assert texts[:5] == ["### MPA @ Round 3", "012 Turku Open", "062 4", "112 Ann", "112 Bo"]
        assert texts[5] == "132".ljust(91) + "26/05/01  26/05/02"
        assert texts[-3] == "001    2 w    Player 2                          1998         1234567 1990/01/02  0.0    9"

    def test_points_too_wide_for_their_columns_are_refused(self):
        for win in (Fraction(1, 3), Fraction(41, 4), Fraction(10000)):
            with pytest.raises(TooWide, match="points"):
                document_of(four(scoring=replace(Scoring(), win=win)))

    def test_hundred_points_are_written_without_decimal(self):
        document = document_of(four(scoring=replace(Scoring(), win=Fraction(100), forfeit_win=Fraction(100))))
        assert "162  W 100" in [line.text[:10] for line in document.lines]

    def test_adjacent_players_with_equal_points_share_a_record(self):
        table = {1: (1, 1, HALF), 2: (1, 1, HALF), 4: (1, 1, HALF), 5: (1, 0, HALF)}
        assert list(virtual_ranges(table)) == [
            (1, (1, 2), (1, 2)),
            (HALF, (3, 3), (1, 2)),
            (1, (1, 2), (4, 4)),
            (HALF, (3, 3), (4, 4)),
            (1, (1, 1), (5, 5)),
            (HALF, (3, 3), (5, 5)),
        ]


class TestConvert:
    @pytest.mark.parametrize("edition", list(Edition))
    @pytest.mark.parametrize("path", SOUND, ids=lambda path: path.stem)
    def test_tournament_stays_the_same(self, path, edition):
        before = Replay(read(path.read_bytes()))
        after = reread(convert(before.document, edition))
        assert facts(after) == facts(before)
        assert after.settings.scoring == before.settings.scoring
        assert after.settings.first_colour == before.settings.first_colour
        assert after.settings.planned_rounds == before.settings.planned_rounds
        assert after.virtual_points == before.virtual_points
        assert after.snapshot(after.played + 1).to_be_paired() == before.snapshot(before.played + 1).to_be_paired()

    def test_trf16_has_no_record_of_trf26(self):
        document = convert(read((DATA / "gnutterts_chesspairing__trf2026-team.trf").read_bytes()), Edition.TRF16)
        assert not {line.code for line in document.lines} & {"142", "152", "162", "192", "240", "250", "260", "###"}


class TestRoundAdded:
    plan = RoundPlan(
        2,
        (PlannedPairing(1, 1, 3), PlannedPairing(2, 4, 2)),
        (PlannedBye(5),),
    )

    def five(self):
        players = tuple(Player(number, f"Player {number}") for number in range(1, 6))
        return Snapshot(players=players, planned_rounds=3, first_colour="first")

    def after_one(self):
        document = document_of(self.five())
        plan = RoundPlan(1, (PlannedPairing(1, 1, 4), PlannedPairing(2, 2, 5)), (PlannedBye(3),))
        return with_round(document, plan)

    def test_pairs_have_no_result_and_the_bye_has_its_points(self):
        replay = reread(with_round(self.after_one(), self.plan))
        assert replay.played == 2
        assert [(p.first, p.second, p.result) for p in replay.rounds[1].pairings] == [(1, 3, None), (4, 2, None)]
        points = {entrant.number: entrant.record.points for entrant in replay.entrants}
        assert points == {1: 0, 2: 0, 3: 1, 4: 0, 5: 1}

    def test_replacing_a_round_removes_later_rounds(self):
        two = with_round(self.after_one(), self.plan)
        other = RoundPlan(1, (PlannedPairing(1, 5, 4), PlannedPairing(2, 2, 3)), (PlannedBye(1),))
        replay = reread(with_round(two, other))
        assert {(p.first, p.second) for p in replay.rounds[0].pairings} == {(5, 4), (2, 3)}
        assert replay.played == 1
        assert [e.record.points for e in replay.entrants] == [1, 0, 0, 0, 0]

    @pytest.mark.parametrize("path", PAIRED, ids=lambda path: path.stem)
    def test_other_lines_stay_byte_for_byte(self, path):
        document = read(path.read_bytes())
        replay = Replay(document)
        there = [player.number for player in replay.snapshot(replay.played + 1).to_be_paired()]
        games = zip(there[::2], there[1::2], strict=False)
        plan = RoundPlan(replay.played + 1, tuple(PlannedPairing(t, *pair) for t, pair in enumerate(games, start=1)))
        added = with_round(document, plan)
        for before, after in zip(document.lines, added.lines, strict=True):
            assert after.text.startswith(before.text) or before.code == "001"
            assert after.text[:80] == before.text[:80]
        assert facts(reread(added))[: replay.played] == facts(replay)
