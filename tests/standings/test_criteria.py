"""Every criterion is complete: named, translatable, in the docs, and calculated by hand for one tournament."""

import ast
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core import tiebreaks
from standings.core.reckoning import Criterion, Reckoning, RulesPart
from standings.core.rules import Denominator, Rematch, Rules
from standings.core.tiebreaks import OF_SYSTEMS, TIEBREAKS, tiebreak
from standings.rulesets.customise import LINES
from standings.rulesets.presets import RULES

ROOT = Path(__file__).parents[2]
W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def boards(won, lost, drawn):
    """Return the games as boards: the first player's wins come first, then draws, then losses."""
    half = Fraction(1, 2)
    return ((1, 0),) * won + ((half, half),) * drawn + ((0, 1),) * lost


def round_of_games(number, *tables):
    """Return a round; each table is (first, second, outcomes, games, score)."""
    return Round(
        number,
        tuple(
            Pairing(table, first, second, Result(*outcomes, games=games, score=score, boards=boards(*games)))
            for table, (first, second, outcomes, games, score) in enumerate(tables, 1)
        ),
    )


#: Ada beats Bo and Di and draws with Cy; Bo beats Cy and Di; Cy beats Di. Ada started with a point (McMahon).
CUP = Snapshot(
    tuple(
        Player(number, name, 2300 - 100 * number, outside=Fraction(number, 2))
        for number, name in enumerate(("Ada", "Bo", "Cy", "Di"), start=1)
    ),
    (
        round_of_games(1, (1, 2, (W, L), (2, 0, 0), (40, 24)), (3, 4, (W, L), (2, 1, 0), (33, 31))),
        round_of_games(2, (3, 1, (D, D), (1, 1, 1), (32, 32)), (4, 2, (L, W), (0, 2, 0), (20, 44))),
        round_of_games(3, (1, 4, (W, L), (2, 1, 0), (50, 14)), (2, 3, (W, L), (2, 0, 0), (36, 28))),
    ),
    Scoring(best_of=3, keeps_score=True, bye_games=(2, 0)),
    4,
    3,
    virtual_points={1: (Fraction(1),)},
)
#: FIDE's rules of 2026 with Magic's percentages: every criterion has the settings that it reads.
MIXED = replace(RULES["fide-2026"], percentages=RULES["mtr"].percentages)
#: The values of Ada, Bo, Cy and Di.
EXAMPLES = {
    "PPG": "5/6 2/3 1/2 0",
    "WSH": "2/3 2/3 1/3 0",
    "MP": "5/2 2 3/2 0",
    "WINS": "2 2 1 0",
    "MW": "5/6 2/3 1/2 33/100",
    "GW": "2/3 2/3 5/12 33/100",
    "OMW": "449/900 499/900 61/100 2/3",
    "OGW": "106/225 106/225 499/900 7/12",
    "OOMW": "412/675 799/1350 43/75 499/900",
    "CTB": "37/16 9/4 21/16 0",
    "PML": "0 1/3 1/3 1",
    "OML": "5/9 4/9 4/9 2/9",
    "OCTB": "19/16 29/24 73/48 47/24",
    "LOSS-ROUNDS": "0 1 9 14",
    "PTS": "5/2 2 3/2 0",
    "WIN": "2 2 1 0",
    "WON": "2 2 1 0",
    "BPG": "1 2 1 2",
    "BWG": "0 1 0 0",
    "PS": "5 3 4 0",
    "REP": "3 3 3 3",
    "STD": "5/2 2 3/2 0",
    "TPN": "1 2 3 4",
    "OUT": "1/2 1 3/2 2",
    "ADJ": "5/2 2 3/2 0",
    "BH": "7/2 4 9/2 6",
    "FB": "4 9/2 4 11/2",
    "AOB": "29/6 14/3 9/2 4",
    "SB": "11/4 3/2 5/4 0",
    "KS": "3/2 1 1/2 0",
    "ARO": "2000 2033 2067 2100",
    "TPR": "2273 2158 2067 1300",
    "PTP": "2289 2168 2068 1200",
    "APRO": "1842 1880 1910 2166",
    "APPO": "1812 1852 1886 2175",
    "RTNG": "2200 2100 2000 1900",
    "NBW": "5/2 2 3/2 0",
    "MMS": "7/2 2 3/2 0",
    "SOS": "7/2 4 9/2 6",
    "SOSM": "7/2 5 11/2 7",
    "SODOS": "11/4 3/2 5/4 0",
    "SODOSM": "11/4 3/2 7/4 0",
    "SOSOS": "29/2 14 27/2 12",
    "SOSOSM": "35/2 16 31/2 14",
    "CUSS": "5 3 4 0",
    "CUSSM": "8 3 4 0",
    "EXT": "0 5 23/2 33/2",
    "EXR": "0 0 0 0",
    "BQ": "433/2 212 429/2 227",
    "DISCS": "122 104 93 65",
    "SPREAD": "52 16 -6 -62",
    "GD": "52 16 -6 -62",
    "GF": "122 104 93 65",
    "FW": "2 2 1 0",
    "AG": "32 68 28 45",
    "AW": "0 1 0 0",
    "DIFF": "3 2 -1 -4",
    "GAMES": "5 4 3 2",
    "MPVGP": "11/2 4 7/2 2",
    "BC": "10 6 5 6",
    "EMMSB": "11/4 3/2 5/4 0",
    "EMGSB": "25/4 3 15/4 4",
    "EGMSB": "31/4 11/2 19/4 0",
    "EGGSB": "69/4 11 49/4 9",
    "SSSC": "9 8 8 8",
    "GQ": "5/7 2/3 3/7 1/4",
    "PQ": "61/96 13/24 31/64 65/192",
    "LP": "5/2 2 3/2 0",
    "OPTS": "7/2 4 9/2 6",
    "OGD": "-52 -16 6 62",
    "OGF": "262 280 291 319",
}
#: Tied players and their order by each mini-table: Ada and Bo, Bo and Cy, and all four.
ORDERS = {
    "H2H": (((1, 2), ((1,), (2,))), ((1, 2, 3), ((1, 2, 3),))),
    "DE": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    "DC": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    "SDC": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    "MINI": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    "TBR": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 2), ((1,), (2,)))),
    "BBE": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 4), ((1,), (4,)))),
    **dict.fromkeys(("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"), (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),)))),
    "ITTF": (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    **dict.fromkeys(
        ("TPTS", "TLP", "TFW", "TGD", "TGF", "TDIFF", "TGQ", "TPQ"),
        (((2, 3, 4), ((2,), (3,), (4,))), ((1, 3), ((1, 3),))),
    ),
    "TAG": (((2, 3, 4), ((2,), (4,), (3,))),),
    "TAW": (((2, 3, 4), ((2,), (3, 4))), ((1, 3), ((1, 3),))),
}

#: Di has no rating; Ada wins by forfeit against Bo after an earlier meeting; everyone except Bo has a bye.
UNEVEN = replace(
    CUP,
    players=(*CUP.players[:3], replace(CUP.players[3], rating=None)),
    rounds=(
        *CUP.rounds,
        Round(4, (Pairing(1, 1, 2, Result(W, L, Decision.FORFEIT)),), (Bye(3, ByeKind.FULL),)),
        replace(
            round_of_games(5, (2, 3, (W, L), (2, 0, 0), (64, 0))),
            byes=(Bye(1, ByeKind.ALLOCATED), Bye(4, ByeKind.HALF)),
        ),
    ),
    planned_rounds=6,
    next_round=6,
)
#: The criteria whose values for UNEVEN change with a line of the rules.
CHANGED = (
    ("chess", {"edition": "2024"}, "AOB BH EGGSB EGMSB EMGSB EMMSB FB SB SSSC"),
    ("chess", {"round_robin": True}, "ADJ AOB BH EGGSB EGMSB EMGSB EMMSB FB KS SB SSSC WON"),
    ("chess", {"unrated": 1000}, "APPO APRO ARO EXR EXT PTP RTNG TPR"),
    ("percentages", {"floor": None}, "GW MW OGW OMW OOMW"),
    ("percentages", {"game_floor": False}, "GW OGW"),
    ("percentages", {"byes_in_matches": False}, "MW OMW OOMW"),
    ("percentages", {"byes_in_games": False}, "GW OGW"),
    ("percentages", {"denominator": Denominator.SCHEDULED}, "MW OMW OOMW"),
    ("percentages", {"rounding": 1}, "GW MW OGW OMW OOMW"),
    ("percentages", {"rematch": Rematch.ONCE}, "OCTB OGW OML OMW OOMW"),
    ("othello", {"constant": Fraction(3)}, "BQ"),
    ("othello", {"board": 10}, "BQ"),
    ("othello", {"bye_discs": 0}, "DISCS"),
    ("scrabble", {"bye_spread": 1}, "SPREAD"),
    ("scrabble", {"forfeit_spread": 1}, "SPREAD"),
    ("scrabble", {"cap": 5}, "SPREAD"),
    ("league", {"cap": 5}, "GD OGD"),
    ("league", {"last_game": 1}, "LP"),
    ("league", {"narrow": 20}, "LP"),
)
#: The rules of Go have no lines of FIDE's: one player without a rating is enough to remove these two.
OF_GO = {"EXR", "EXT"}


def marked_messages(*files):
    """Return the messages that are marked for translation in these files."""
    return {
        node.args[-1].value
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"_", "pgettext"} and node.args
        if isinstance(node.args[-1], ast.Constant)
    }


class TestEveryCriterion:
    def test_is_listed(self):
        modules = (import_module(each.name) for each in walk_packages(tiebreaks.__path__, f"{tiebreaks.__name__}."))
        defined = {each.code for module in modules for each in vars(module).values() if isinstance(each, Criterion)}
        assert defined == {*TIEBREAKS, *OF_SYSTEMS}

    def test_has_a_worked_example(self):
        assert {*EXAMPLES, *ORDERS} == set(TIEBREAKS)

    @pytest.mark.parametrize("code", EXAMPLES)
    def test_has_the_values_of_the_example(self, code):
        reckoning = Reckoning(CUP, MIXED)
        assert [reckoning.value(tiebreak(code), n) for n in (1, 2, 3, 4)] == [*map(Fraction, EXAMPLES[code].split())]

    @pytest.mark.parametrize("code", ORDERS)
    def test_orders_the_example(self, code):
        reckoning = Reckoning(CUP, MIXED)
        for group, parts in ORDERS[code]:
            assert tiebreak(code).order(reckoning, group) == parts

    @pytest.mark.parametrize(("part", "lines", "codes"), CHANGED)
    def test_reads_the_part_of_the_rules_that_changes_it(self, part, lines, codes):
        usual = Reckoning(UNEVEN, MIXED)
        other = Reckoning(UNEVEN, replace(MIXED, **{part: replace(getattr(MIXED, part), **lines)}))

        def values(reckoning, code):
            return [reckoning.value(tiebreak(code), number) for number in (1, 2, 3, 4)]

        changed = {code for code in EXAMPLES if values(usual, code) != values(other, code)}
        assert changed == set(codes.split())
        assert {TIEBREAKS[code].reads for code in changed - OF_GO} == {RulesPart(part)}

    @pytest.mark.parametrize("code", TIEBREAKS)
    def test_has_a_description_and_a_source(self, code):
        criterion = TIEBREAKS[code]
        assert criterion.code == code
        assert criterion.name
        assert criterion.about.endswith(".")
        assert criterion.source

    def test_is_marked_for_translation(self):
        messages = marked_messages(*(ROOT / "standings/core/tiebreaks").rglob("*.py"))
        assert {text for each in TIEBREAKS.values() for text in (each.name, each.about)} <= messages

    def test_has_a_row_in_the_docs(self):
        rows = (ROOT / "docs/rules/standings.md").read_text()
        assert [f"| {each.code} | {each.name} |" for each in TIEBREAKS.values()] == [
            row for row in (f"| {each.code} | {each.name} |" for each in TIEBREAKS.values()) if row in rows
        ]

    @pytest.mark.parametrize("code", TIEBREAKS)
    def test_declares_only_modifiers_that_it_accepts(self, code):
        criterion = TIEBREAKS[code]
        for marks in {*criterion.columns, *criterion.rising} - {""}:
            assert tiebreak(f"{code}/{marks}").marks == marks

    def test_inner_criterion_is_a_listed_one(self):
        inner = [each.of for each in TIEBREAKS.values() if each.of is not None]
        assert inner
        assert all(TIEBREAKS[each.code] is each for each in inner)


class TestRuleSets:
    def test_are_marked_for_translation(self):
        files = (ROOT / "standings/rulesets" / name for name in ("presets.py", "leagues.py"))
        assert {rules.name for rules in RULES.values()} <= marked_messages(*files)

    def test_every_line_of_the_rules_is_marked_for_translation(self):
        words = {
            text
            for spec in LINES.values()
            for text in (spec.label, spec.help, spec.about, spec.group, *(c.label for c in spec.choices))
        }
        words |= {choice.word for spec in LINES.values() for choice in spec.choices}
        assert words - {"", "2024", "2026"} <= marked_messages(ROOT / "standings/core/rules.py")

    def test_every_part_that_criteria_read_has_lines_on_the_rules_sheet(self):
        assert {each.reads for each in TIEBREAKS.values()} - {None} == set(RulesPart)
        assert {name.split(".")[0] for name in LINES if "." in name} == {part.value for part in RulesPart}
        assert {part.value for part in RulesPart} <= set(Rules.__dataclass_fields__)
