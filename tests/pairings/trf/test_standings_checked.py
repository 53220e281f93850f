"""`check` compares points and ranks with the rounds, by the tie-breaks of the file; `generate` ranks by such a list."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pairings.__main__ import main
from pairings.files.trf import Edition, Person, Replay, document_of, read, write
from pairings.numbers.rating_tables import expected_hundredths
from pairings.snapshot import Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from standings.commands.generate import Lots, _random_result
from standings.reading import read as read_any
from standings.reading.table import check_standings, rules_in_force
from standings.reading.tie_break_list import of_codes, record_212, tie_breaks_in
from standings.rulesets.presets import RULES

EVENTS = sorted((Path(__file__).parents[2] / "data" / "standings" / "fide").rglob("*.event.json"))
WON, DRAWN, LOST = (
    Result(Outcome.WIN, Outcome.LOSS),
    Result(Outcome.DRAW, Outcome.DRAW),
    Result(Outcome.LOSS, Outcome.WIN),
)
FOUR = tuple(Player(number, f"P{number}", 2000 - number) for number in range(1, 5))
GAMES = (
    Round(1, (Pairing(1, 1, 3, WON), Pairing(2, 2, 4, LOST))),
    Round(2, (Pairing(1, 4, 1, DRAWN), Pairing(2, 3, 2, WON))),
)
SMALL = Snapshot(FOUR, GAMES, next_round=3, planned_rounds=2)


def report(snapshot, ranks, **heading):
    people = {number: Person(rank=rank) for number, rank in ranks.items()}
    return write(document_of(snapshot, {f"{code[1:]}": text for code, text in heading.items()}, Edition.TRF26, people))


def check_file(tmp_path, capsys, data, *arguments):
    path = tmp_path / "event.trf"
    path.write_bytes(data)
    status = main(["check", str(path), "--json", *arguments])
    *_rounds, table = map(json.loads, capsys.readouterr().out.splitlines())
    wrong = [(each["player"]["id"], each["what"], each["file"], each["reckoned"]) for each in table["differences"]]
    return status, table["standings"], wrong, table["notes"]


RIGHT = {4: 1, 1: 1, 3: 3, 2: 4}  # 1½ 1½ 1 0; 1 and 4 drew


class TestRanks:
    def test_ranks_follow_the_list_of_the_file(self, tmp_path, capsys):
        data = report(SMALL, RIGHT, _202="DE", _092="Individual: Circular plan")
        assert check_file(tmp_path, capsys, data)[1:] == (["PTS", "DE"], [], [])

    @pytest.mark.parametrize("heading", [{"_202": "BWG,SB"}, {"_212": "PTS,BWG,SB"}, {"_212": "PTS,BWG:GP,SB,TPN"}])
    def test_exchanged_ranks_are_reported(self, tmp_path, capsys, heading):
        """Player 4 has won a game with Black, player 1 has not."""
        heading["_092"] = "Individual: Circular plan"
        assert check_file(tmp_path, capsys, report(SMALL, {**RIGHT, 1: 2}, **heading))[2] == []
        status, _, wrong, notes = check_file(tmp_path, capsys, report(SMALL, {**RIGHT, 4: 2}, **heading))
        assert (status, notes) == (1, [])
        assert wrong == [(1, "rank", "1", ["2"]), (4, "rank", "2", ["1"])]

    def test_each_wrong_rank_is_on_its_own_line(self, tmp_path, capsys):
        path = tmp_path / "event.trf"
        path.write_bytes(report(SMALL, {**RIGHT, 1: 2, 3: 4, 2: 3}, _212="PTS", _092="Individual: Circular plan"))
        assert main(["check", str(path)]) == 1
        out = [line for line in capsys.readouterr().out.splitlines() if "rank" in line.removeprefix(str(path))]
        assert out[:2] == [
            f"{path}: player 2 (P2): rank 3, calculated 4 by PTS",
            f"{path}: player 3 (P3): rank 4, calculated 3 by PTS",
        ]
        assert out[2].endswith("points and ranks of 4 players checked, 2 differ")

    @pytest.mark.parametrize("ranks", [{4: 1, 1: 1}, {4: 1, 1: 2}, {4: 2, 1: 1}])
    def test_tied_players_may_share_a_rank_or_not(self, tmp_path, capsys, ranks):
        data = report(SMALL, {**RIGHT, **ranks}, _212="PTS", _092="Individual: Circular plan")
        assert check_file(tmp_path, capsys, data)[2] == []

    def test_rank_outside_the_range_of_a_tie_is_reported(self, tmp_path, capsys):
        data = report(SMALL, {**RIGHT, 1: 3}, _212="PTS", _092="Individual: Circular plan")
        assert check_file(tmp_path, capsys, data)[2] == [(1, "rank", "3", ["1", "2"])]

    def test_points_can_be_second_in_the_list(self, tmp_path, capsys):
        data = report(SMALL, {4: 1, 3: 2, 2: 3, 1: 4}, _212="TPN/R,PTS", _092="Individual: Circular plan")
        assert check_file(tmp_path, capsys, data)[1:3] == (["TPN/R", "PTS"], [])

    def test_unsupported_tie_break_is_noted_and_earlier_ones_are_checked(self, tmp_path, capsys):
        data = report(SMALL, {**RIGHT, 1: 4, 2: 1}, _202="OTHER_LUCK,BH", _092="Individual: Circular plan")
        _, chain, wrong, notes = check_file(tmp_path, capsys, data)
        assert (chain, [each[0] for each in wrong]) == (["PTS"], [1, 2])
        assert notes == ["OTHER_LUCK is not supported: ranks are compared by PTS."]

    def test_only_points_are_checked_without_a_list(self, tmp_path, capsys):
        data = report(SMALL, {**RIGHT, 3: 4, 2: 3}, _092="Individual: Circular plan")
        _, chain, wrong, notes = check_file(tmp_path, capsys, data)
        assert (chain, len(wrong), len(notes)) == (["PTS"], 2, 1)
        assert "(record 202 or 212)" in notes[0]

    def test_missing_ratings_end_the_list_with_a_note(self, tmp_path, capsys):
        unrated = replace(SMALL, players=(*FOUR[:3], replace(FOUR[3], rating=None)))
        data = report(unrated, RIGHT, _202="DE,ARO,BH", _092="Individual: Circular plan")
        _, chain, _, notes = check_file(tmp_path, capsys, data)
        assert (chain, len(notes)) == (["PTS", "DE"], 1)
        assert notes[0].startswith("ARO needs the rating of every player")

    def test_file_without_ranks_gives_a_note(self, tmp_path, capsys):
        lines = report(SMALL, RIGHT, _212="PTS", _092="Individual: Circular plan").decode().split("\r\n")
        data = "\r\n".join(f"{line[:85]}    {line[89:]}" if line[:3] == "001" else line for line in lines).encode()
        assert check_file(tmp_path, capsys, data)[2:] == ([], ["No rank is written."])

    def test_round_with_missing_results_does_not_rank(self, tmp_path, capsys):
        third = Round(3, (Pairing(1, 1, 2), Pairing(2, 3, 4, WON)))
        running = replace(SMALL, rounds=(*GAMES, third), next_round=4, planned_rounds=3)
        _, _, wrong, notes = check_file(
            tmp_path, capsys, report(running, RIGHT, _212="PTS", _092="Individual: Circular plan")
        )
        assert wrong == []
        assert notes == ["Results of round 3 are missing: ranks are compared after the round before it."]

    def test_other_rules_and_another_list_can_be_chosen(self, tmp_path, capsys):
        data = report(SMALL, {**RIGHT, 1: 2}, _212="PTS", _092="Individual: Circular plan")
        given = ("--tie-breaks", "PTS,BWG", "--rules", "fide-2024")
        assert check_file(tmp_path, capsys, data, *given)[1:3] == (["PTS", "BWG"], [])
        with pytest.raises(SystemExit):
            main(["check", "--tie-breaks", "PTS,NONE", str(tmp_path / "event.trf")])
        assert main(["check", "--rules", "none", str(tmp_path / "event.trf")]) == 2

    def test_wrong_points_are_reported(self, tmp_path, capsys):
        data = report(SMALL, RIGHT, _212="PTS", _092="Individual: Circular plan").replace(b" 1.5    1", b" 2.5    1", 1)
        assert check_file(tmp_path, capsys, data)[2] == [(1, "points", "2.5", ["1.5"])]


def test_edition_of_tie_breaks_is_that_of_the_first_day():
    document = read(report(SMALL, RIGHT, _042="2025/07/01"))
    assert rules_in_force(document, round_robin=False).key == "fide-2024"
    document = read(report(SMALL, RIGHT, _042="2026/03/01"))
    assert rules_in_force(document, round_robin=True).key == "fide-2026-round-robin"
    assert rules_in_force(read(report(SMALL, RIGHT)), round_robin=False).key == "fide-2026"


@pytest.mark.parametrize(
    ("codes", "chain", "unknown"),
    [
        ("PTS,DE,bh/c1", ("PTS", "DE", "BH/C1"), ""),
        ("KS/L1 KS/L-2", ("KS/L+1", "KS/L-2"), ""),
        ("PTS,GE,OTHER_SOS", ("PTS", "REP", "SOS"), ""),
        ("PTS,SOS", ("PTS",), "SOS"),
        ("PTS,BH:MP/C1,DE", ("PTS",), "BH:MP/C1"),
        ("PTS,OTHER_LUCK,DE", ("PTS",), "OTHER_LUCK"),
    ],
)
def test_codes_of_a_list_are_read(codes, chain, unknown):
    found = of_codes(codes)
    assert (found.chain, found.unknown) == (chain, unknown)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_tie_breaks_of_every_rule_set_are_written_and_read(rules):
    codes = tuple(dict.fromkeys((*rules.chain, *rules.family)))
    document = read(report(SMALL, RIGHT, _212=record_212(codes)))
    assert tie_breaks_in(document).chain == codes


@pytest.mark.parametrize("edition", ["2024", "2026"])
@pytest.mark.parametrize("path", [path for path in EVENTS if "fdev" in path.name], ids=lambda path: path.stem)
def test_ranks_of_an_independent_program_pass_and_exchanged_ones_fail(path, edition):
    """Files with ranks from another program: none differs, and an exchange of two ranks is reported."""
    event = read_any(path.read_bytes())
    rankings = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())["editions"][edition]
    day = {"2024": "2025/01/01", "2026": "2026/06/01"}[edition]
    for ranking in rankings["rankings"]:
        ranks, place = {}, 1
        for group in ranking["groups"]:
            ranks.update(dict.fromkeys(group, place))
            place += len(group)
        codes = record_212(ranking["list"])
        replay = Replay(read(report(event.snapshot, ranks, _042=day, _212=codes)))
        assert check_standings(replay, round_robin=bool(event.round_robin)).wrong == (), ranking["list"]
        first, last = ranking["groups"][0][0], ranking["groups"][-1][0]
        if ranks[first] != ranks[last]:
            ranks[first], ranks[last] = ranks[last], ranks[first]
            replay = Replay(read(report(event.snapshot, ranks, _042=day, _212=codes)))
            wrong = check_standings(replay, round_robin=bool(event.round_robin)).wrong
            assert {each.player for each in wrong} == {first, last}


def test_early_withdrawal_from_a_round_robin_ranks_below_counted_players(tmp_path, capsys):
    """1 wins one of three games and leaves: without 1's games, 2 and 4 have 1½ points each and 3 has none."""
    gone = Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT)
    rounds = (
        Round(1, (Pairing(1, 1, 4, WON), Pairing(2, 2, 3, WON))),
        Round(2, (Pairing(1, 4, 3, WON), Pairing(2, 1, 2, gone))),
        Round(3, (Pairing(1, 2, 4, DRAWN), Pairing(2, 3, 1, replace(gone, first=Outcome.WIN, second=Outcome.LOSS)))),
    )
    snapshot = Snapshot(FOUR, rounds, next_round=4, planned_rounds=3)
    ranks = {2: 1, 4: 1, 3: 3, 1: 4}
    data = report(snapshot, ranks, _212="PTS", _092="Individual: Round robin")
    assert check_file(tmp_path, capsys, data)[2] == []
    data = report(snapshot, {2: 1, 4: 2, 1: 3, 3: 4}, _212="PTS", _092="Individual: Round robin")
    assert [each[0] for each in check_file(tmp_path, capsys, data)[2]] == [1, 3]


class TestGenerate:
    def generate(self, tmp_path, capsys, *arguments):
        path = tmp_path / "made.trf"
        assert main(["generate", "--output", str(path), *arguments]) == 0
        return path, capsys.readouterr().err

    def test_second_call_differs_and_its_seed_repeats_it(self, tmp_path, capsys):
        path, answer = self.generate(tmp_path, capsys, "--players", "8", "--rounds", "3")
        first = path.read_bytes()
        seed = answer.split()[1].rstrip(":")
        assert self.generate(tmp_path, capsys, "--players", "8", "--rounds", "3")[0].read_bytes() != first
        path, again = self.generate(tmp_path, capsys, "--players", "8", "--rounds", "3", "--seed", seed)
        assert (path.read_bytes(), again) == (first, "")

    def test_unspecified_settings_vary(self, tmp_path, capsys):
        seen = []
        for seed in range(12):
            replay = Replay(read(self.generate(tmp_path, capsys, "--seed", str(seed))[0].read_bytes()))
            chain = tie_breaks_in(replay.document).chain
            lowest = min(entrant.record.rating for entrant in replay.entrants)
            seen.append((len(replay.entrants), replay.played, chain, bool(replay.virtual_points), lowest))
        assert all(len(set(values)) > 1 for values in zip(*seen, strict=True))

    def test_given_ratings_and_tie_breaks_are_used(self, tmp_path, capsys):
        wanted = [
            "--rating-list",
            "1800,2500,2100,1990",
            "--rounds",
            "2",
            "--tie-breaks",
            "PTS,SB,BH/C1",
            "--seed",
            "1",
        ]
        replay = Replay(read(self.generate(tmp_path, capsys, *wanted)[0].read_bytes()))
        assert [entrant.record.rating for entrant in replay.entrants] == [2500, 2100, 1990, 1800]
        assert replay.document.texts("212") == ["PTS,SB,BH/C1"]
        (tmp_path / "ratings").write_text("1500\n1600 1700\n")
        from_file = ["--rating-list", f"@{tmp_path / 'ratings'}", "--rounds", "1"]
        replay = Replay(read(self.generate(tmp_path, capsys, *from_file)[0].read_bytes()))
        assert [entrant.record.rating for entrant in replay.entrants] == [1700, 1600, 1500]
        assert main(["generate", "--rating-list", "1800,1900", "--players", "5"]) == 2

    def test_team_tournaments_are_refused(self, capsys):
        assert main(["generate", "--system", "team-swiss"]) == 2
        assert "team-swiss pairs teams" in capsys.readouterr().err

    def test_odd_results_are_generated(self, tmp_path, capsys):
        wanted = ["--odd-results", "100", "--forfeits", "0", "--players", "20", "--rounds", "4", "--seed", "1"]
        path, _told = self.generate(tmp_path, capsys, *wanted)
        results = {
            (p.result.first, p.result.second, p.result.decision)
            for played in Replay(read(path.read_bytes())).rounds
            for p in played.pairings
        }
        odd = {(Outcome.DRAW, Outcome.LOSS), (Outcome.LOSS, Outcome.DRAW), (Outcome.LOSS, Outcome.LOSS)}
        assert results == {(*sides, Decision.PLAYED) for sides in odd}
        assert main(["check", str(path)]) == 0

    @pytest.mark.parametrize("ahead", [0, 120, 300])
    def test_results_follow_the_rating_table(self, ahead, tmp_path, capsys):
        """Over many first rounds, the stronger player's mean score matches the rating table within 1.5 in 100."""
        lots = Lots(Random(7), dict.fromkeys(("forfeits", "odd-results", "short-games"), 0) | {"draws": 40})
        games = [_random_result(Pairing(1, 1, 2), {1: 2000 + ahead, 2: 2000}, lots).result for _ in range(20_000)]
        points = sum({Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}[game.first] for game in games)
        assert abs(points / 400 - expected_hundredths(ahead)) < 1.5


@pytest.mark.rotates(8)
def test_generated_tournaments_pass_the_check(tmp_path, capsys, pytestconfig):
    """The check covers pairings, points and ranks of generated tournaments; FIDE asks for `--generated 50000`.

    A few small ones end before their last round, because no legal pairing is left. The file contains the rounds played.
    """
    path, rounds = str(tmp_path / "made.trf"), 0
    for seed in range(pytestconfig.getoption("--generated")):
        ended = main(["generate", "--seed", str(seed), "--output", path])
        answer = capsys.readouterr().err
        assert not ended or "No pairing of round" in answer, (seed, answer)
        assert main(["check", path]) == 0, (seed, capsys.readouterr().out)
        text = capsys.readouterr().out
        assert text.count("\n") == 1, (seed, text)
        rounds += int(text.split()[0])
    assert rounds


def of_teams(**heading):
    """Return the report file of a match between two teams of two, as read."""
    teams = "".join(f"{f'013 Team {n}':<36}{2 * n - 1:>4} {2 * n:>4}\r\n" for n in (1, 2))
    return read(report(SMALL, RIGHT, **heading) + teams.encode())


class TestTeams:
    """Tie-break codes of teams survive writing and reading, with match points or game points first (record 192)."""

    CHAIN = ("PTS", "MPVGP", "EDEBT/P", "BH/C1/P", "BH:GP", "DE", "DE:GP", "SB:GP/C1", "KS:GP/L+1", "SSSC/F/K4", "WIN")

    @pytest.mark.parametrize(
        ("score", "codes"),
        [
            (
                "MP",
                "PTS,MPVGP,EDEBT/P,BH:MP/C1/P,BH:GP,DE,DE:GP,SB:GP/C1,KS:GP/L+1,SSSC/F/K4,WIN:MP",
            ),
            (
                "GP",
                "MPVGP,PTS,EDEBT/P,BH:MP/C1/P,BH:GP,DE:MP,DE,SB/C1,KS:GP/L+1,SSSC/F/K4,WIN:MP",
            ),
        ],
    )
    def test_tie_breaks_of_teams_are_written_and_read(self, score, codes):
        assert record_212(self.CHAIN, score) == codes
        system = {"MP": "FIDE_TEAM_TYPEA_MP_GP", "GP": "FIDE_TEAM_TYPEA_GP_MP"}[score]
        for record in ("212", "202"):
            text = codes if record == "212" else codes.removeprefix("PTS,")
            found = tie_breaks_in(of_teams(_192=system, **{f"_{record}": text}), of_teams=True)
            first = () if record == "212" or score == "MP" else ("MPVGP",)
            assert (found.unknown, found.chain) == ("", tuple(dict.fromkeys((*first, *self.CHAIN))))

    def test_code_without_score_uses_the_primary_score(self):
        by_games = of_teams(_192="FIDE_TEAM_TYPEA_GP_MP", _202="BH,EDE,MPvGP,WIN")
        found = tie_breaks_in(by_games, of_teams=True)
        assert (found.chain, found.unknown) == (("MPVGP", "BH:GP", "EDE", "PTS"), "WIN")
        assert tie_breaks_in(of_teams(_202="BH,MPvGP,WIN"), of_teams=True).chain == ("PTS", "BH", "MPVGP", "WIN")
