"""Double-Swiss in report files: each game is a round of the file, and reading the file restores the event."""

from dataclasses import replace
from random import Random

import pytest

from pairings.__main__ import main
from pairings.files import trf
from pairings.files.reading import read
from pairings.files.trf.errors import TrfError
from pairings.numbers import scores
from pairings.snapshot import ByeKind, Decision, Result
from pairings.systems.double_swiss import SYSTEM
from pairings.systems.double_swiss.files import as_games
from tests.pairings.double_swiss.test_double_swiss import LOSS, WIN, plan_or_none, positions

HEADING = {"012": "Cup", "192": "FIDE_DOUBLESWISS"}


def report_of(snapshot):
    return trf.write(trf.document_of(as_games(snapshot), HEADING))


def events_before_last_round():
    """Yield events before their last round without open matches: the file cannot express a half-finished one."""
    last = None
    for snapshot, options, _plan in positions(60):
        if snapshot.next_round == 1 and last is not None:
            yield last
            last = None
        if snapshot.rounds and all(p.result is not None for played in snapshot.rounds for p in played.pairings):
            last = snapshot, options


def tables(plan):
    return None if plan is None else {(p.first, p.second) for p in plan.pairings}


def as_told(result):
    """Return a match as its two games show it; a match without games counts as if both had ended the same way."""
    if result.decision is Decision.FORFEIT or result.games is not None:
        return result
    games = (2, 0, 0) if (result.first, result.second) == WIN else (0, 2, 0)
    return replace(result, games=games if (result.first, result.second) in (WIN, LOSS) else (0, 0, 2))


def test_events_are_restored_from_their_games():
    seen = 0
    for snapshot, options in events_before_last_round():
        source = read(report_of(snapshot))
        assert source.system == "double-swiss"
        again = source.snapshot(source.played + 1)
        assert scores.points(again) == scores.points(snapshot)
        for answer, recorded in zip(again.rounds, snapshot.rounds, strict=True):
            assert {(p.first, p.second, as_told(p.result)) for p in recorded.pairings} == {
                (p.first, p.second, p.result) for p in answer.pairings
            }
            kinds = {bye.player: bye.kind for bye in answer.byes}
            assert all(kinds[bye.player] is bye.kind for bye in recorded.byes)
        late = any(player.entered > 1 for player in snapshot.players)
        if not snapshot.forbidden and not late:
            then = replace(again, byes=snapshot.byes, first_colour=None)
            assert tables(plan_or_none(then, options)) == tables(plan_or_none(snapshot, options))
        seen += 1
    assert seen > 20


def test_points_in_the_file_equal_points_of_the_matches():
    snapshot = next(
        s for s, _o in events_before_last_round() if any(b.kind is ByeKind.ALLOCATED for b in s.rounds[0].byes)
    )
    replay = trf.Replay(trf.read(report_of(snapshot)))
    assert replay.points == scores.points(snapshot)
    assert replay.played == 2 * len(snapshot.rounds)


@pytest.mark.parametrize("command", ["check", "pair", "explain"])
def test_command_line_detects_the_system_of_the_file(command, tmp_path, capsys):
    """The checker accepts the rounds paired by the engine, and the next round equals the engine's."""
    snapshot, options = next((s, o) for s, o in events_before_last_round() if len(s.rounds) > 1 and not s.forbidden)
    path = tmp_path / "cup.trf"
    path.write_bytes(report_of(snapshot))
    more = {"explain": ["--round", "1"]}.get(command, [])
    assert main([command, str(path), *more, "--option", f"initial_colour={options.initial_colour}"]) == 0
    out = capsys.readouterr().out
    assert out
    if command == "pair":
        plan = SYSTEM.pair(snapshot, options, Random(0))
        assert {tuple(line.split()) for line in out.splitlines()[1:]} >= {
            (str(p.first), str(p.second)) for p in plan.pairings
        }


def test_second_game_against_another_opponent_is_refused():
    snapshot, _options = next((s, o) for s, o in events_before_last_round() if len(s.rounds[0].pairings) > 1)
    one, other, *rest = snapshot.rounds[0].pairings
    single = as_games(replace(snapshot, rounds=(replace(snapshot.rounds[0], pairings=(one, other, *rest)),)))
    first, second = single.rounds
    crossed = tuple(
        replace(p, second=q.second, result=Result(*WIN))
        for p, q in zip(second.pairings[:2], second.pairings[1::-1], strict=True)
    )
    document = trf.document_of(
        replace(single, rounds=(first, replace(second, pairings=(*crossed, *second.pairings[2:])))), HEADING
    )
    with pytest.raises(TrfError, match="every player's opponent in round 1"):
        read(trf.write(document))


@pytest.mark.parametrize("more", [[], ["--option", "acceleration=baku", "--rounds", "6", "--players", "20"]])
def test_checker_accepts_a_generated_event_but_not_exchanged_ranks(more, tmp_path, capsys):
    """The file contains both games of each match; its points and ranks are those of the matches."""
    path = tmp_path / "made.trf"
    for seed in ("1", "2", "3"):
        assert main(["generate", "--system", "double-swiss", "--seed", seed, "--output", str(path), *more]) == 0
        assert main(["check", str(path)]) == 0, seed
        assert capsys.readouterr().out.endswith(" players checked, 0 differ\n")
    lines = path.read_bytes().decode().split("\r\n")
    first, last = sorted(
        (i for i, line in enumerate(lines) if line.startswith("001")), key=lambda i: int(lines[i][85:89])
    )[:: len(trf.Replay(trf.read(path.read_bytes())).entrants) - 1]
    one, other = lines[first], lines[last]
    lines[first], lines[last] = one[:85] + other[85:89] + one[89:], other[:85] + one[85:89] + other[89:]
    path.write_bytes("\r\n".join(lines).encode())
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.endswith(" players checked, 2 differ\n")


@pytest.mark.parametrize(
    "given", [["--points", "3,1,0"], ["--bye-points", "1"], ["--odd-results", "5"], ["--format", "TRF16"]]
)
def test_options_that_do_not_fit_matches_are_refused(given, capsys):
    assert main(["generate", "--system", "double-swiss", *given]) == 2
    assert f"leave out {given[0]}" in capsys.readouterr().err.replace("--points and --bye-points", f"{given[0]}")
