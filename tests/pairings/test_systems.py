"""Every pairing system is complete: it pairs or explains its refusal, answers its questions, and is judged."""

import ast
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules
from random import Random

import pytest

from pairings import systems
from pairings.__main__ import main
from pairings.judge import unexplained_violations, violations
from pairings.library import system_calls
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.swiss import wording as swiss
from pairings.system import Questions, SystemKind
from pairings.systems import SYSTEMS
from pairings.wording import seating
from pairings.wording.sentences import OF_ALL_SYSTEMS, OF_COURTS, OF_HALL, SENTENCES, sentence

ROOT = Path(__file__).parents[2]
RESULTS = (
    *[Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.LOSS, Outcome.WIN)] * 3,
    Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
)
MOST_ROUNDS = 5
SIZES = range(13)


#: Options of systems whose defaults fit only some numbers of players.
FITTING = {"hutton": {"boards": 2, "games": 3}}


def options_of(system):
    if system.key in FITTING:
        return system.options(**FITTING[system.key])
    return system.presets[0].options if system.presets else system.options()


def field(system, size, lots):
    """Return players, some of whom leave, refuse the bye or, if the system allows it, enter late."""
    return tuple(
        Player(
            number,
            f"Name {number}",
            rating=2000 - 10 * number,
            club=f"Club {number % 3}",
            entered=1 if system.scheduled or lots.random() < 0.8 else 2,
            withdrawn=lots.choice((None, None, None, None, 1, 2)),
            may_have_bye=lots.random() < 0.8,
        )
        for number in range(1, size + 1)
    )


def there(players, number):
    """Return the players as known before a round: those who leave later are still in."""
    return tuple(
        Player(
            **{name: getattr(p, name) for name in ("number", "name", "rating", "club", "entered", "may_have_bye")},
            withdrawn=p.withdrawn if p.withdrawn is not None and p.withdrawn < number else None,
        )
        for p in players
    )


def results_of(system):
    """Return the possible results; a knock-out does not continue after a draw."""
    return [each for each in RESULTS if Outcome.DRAW not in (each.first, each.second)] if system.knocks_out else RESULTS


def result_at(table, system, lots):
    """Return a random result of a table; in a pod, one player wins or all draw."""
    if not system.pods:
        return lots.choice(results_of(system))
    winner = lots.randrange(len(table.players) + 1)
    sides = [Outcome.WIN if side == winner else Outcome.LOSS for side in range(len(table.players))]
    if winner == len(sides):
        sides = [Outcome.DRAW] * len(sides)
    decision = (
        lots.choice((Decision.PLAYED,) * 5 + (Decision.FORFEIT,)) if Outcome.DRAW not in sides else Decision.PLAYED
    )
    return Result(sides[0], sides[1], decision, others=tuple(sides[2:]))


def wishes_of(system, left, lots):
    """Return a few manual pairs, forbidden pairs and a bye among the free players."""
    if not system.takes_wishes or system.by_hand or len(left) < 2:
        return {}
    one, other, *rest = lots.sample(left, len(left))
    forbidden = [frozenset(lots.sample(left, 2)) for _ in range(lots.randrange(3))]
    fixed = [(one, other)] if lots.random() < 0.5 and frozenset((one, other)) not in forbidden else []
    fixed += [(rest[0], 0)] if rest and lots.random() < 0.5 else []
    return {"fixed": tuple(fixed), "forbidden": tuple(map(ForbiddenPair, forbidden))}


def rounds(system, size, seed, *, wished=False):
    """Yield (snapshot, plan or refusal) of every round until the system refuses; with `wished`, wishes are included."""
    lots, options = Random(seed), options_of(system)
    players, played = field(system, size, lots), []
    for number in range(1, MOST_ROUNDS + 1):
        known = there(players, number)
        free = [p.number for p in known if p.withdrawn is None and p.entered <= number]
        asked = tuple(Bye(n, ByeKind.HALF) for n in free if lots.random() < (0 if system.knocks_out else 0.1))
        left = [n for n in free if n not in {bye.player for bye in asked}]
        fixed = tuple(zip(left[::2], left[1::2], strict=False)) if system.by_hand else ()
        snapshot = Snapshot(
            known, tuple(played), next_round=number, planned_rounds=MOST_ROUNDS, byes=asked, fixed=fixed
        )
        if wished:
            snapshot = replace(snapshot, **wishes_of(system, left, lots))
        snapshot = system.add_system_facts(snapshot, options)
        try:
            plan = system.pair(snapshot, options, Random(seed))
        except CannotPair as refusal:
            yield snapshot, refusal
            if not wished:
                return
            snapshot = system.add_system_facts(replace(snapshot, fixed=(), forbidden=()), options)
            try:
                plan = system.pair(snapshot, options, Random(seed))
            except CannotPair:
                return
        yield snapshot, plan
        recorded = as_recorded(plan)
        tables = tuple(
            Pairing(
                p.table, p.first, p.second, p.result or result_at(p, system, lots), others=p.others, partners=p.partners
            )
            for p in recorded.pairings
        )
        played.append(Round(number, tables, recorded.byes, booster_pods=recorded.booster_pods))


def reasons_of(plan):
    if isinstance(plan, CannotPair):
        return plan.reasons
    return (*plan.reasons, *(reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons))


def again(snapshot):
    """Return a plan that repeats the previous round."""
    last = snapshot.rounds[-1]
    tables = tuple(
        PlannedPairing(p.table, p.first, p.second, others=p.others, partners=p.partners) for p in last.pairings
    )
    return RoundPlan(snapshot.next_round, tables, tuple(PlannedBye(bye.player, bye.kind) for bye in last.byes))


def check_words(reasons):
    """Check that every reason has a sentence, for players with names and for numbers alone."""
    for reason in reasons:
        names = {number: f"Name {number}" for number in range(1, 13)}
        assert sentence(reason, names)
        several = [reason.facts.get(name) for name in ("players", "opponents")]
        assert not any(isinstance(each, int) for each in several), "a count is told as a player"
        assert "{" not in sentence(reason)


def check_answer(ask, *arguments):
    """Check that the answer, or the refusal, has a sentence for each reason."""
    try:
        check_words(system_calls.as_reasons(ask(*arguments)))
    except CannotPair as refusal:
        check_words(refusal.reasons)


def ask_all(system, snapshot, plan):
    """Check the answers to every question that the system offers about a round."""
    ask, options = system.questions, options_of(system)
    present = [p.number for p in snapshot.to_be_paired()]
    byes = [(b.player, 0) for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player in present]
    games = [(p.first, p.second) for p in plan.pairings if {p.first, p.second} <= set(present)]
    games += byes[: len(present) % 2]
    for a, b in pairwise(present):
        check_answer(system_calls.why_not, system.key, snapshot, options, a, b, games)
        check_answer(system_calls.why_not, system.key, snapshot, options, a, b)
    for question in (ask.consequences, ask.why_worse):
        check_answer(question or nothing, snapshot, options, plan)
    check_answer(ask.cost_of_forced or nothing, snapshot, options, games[:1])
    if ask.cards:
        assert set(present) <= set(ask.cards(snapshot, options))
    if ask.fits_round_robin:
        assert ask.fits_round_robin(snapshot) in {True, False}
    if ask.explained:
        check_words(reasons_of(ask.explained(snapshot, options, games)))
    if ask.equal_optima and ask.paired_as and games:
        optima, _complete = ask.equal_optima(snapshot, options, 3, 5)
        check_words(reasons_of(ask.paired_as(snapshot, options, optima[0], Random(5))))


def nothing(*_arguments):
    return None


def folder(key):
    return ROOT / "pairings/systems" / key.replace("-", "_")


def test_every_module_of_a_system_is_listed_under_its_key():
    modules = {each.name for each in iter_modules(systems.__path__)}
    assert modules == {key.replace("-", "_") for key in SYSTEMS}
    assert list(SYSTEMS) == [system.key for system in SYSTEMS.values()]


def test_unused_system_is_not_imported():
    script = "import sys; from pairings.systems import SYSTEMS; SYSTEMS['papp']; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    imported = run.stdout.split()
    assert "pairings.systems.papp" in imported
    assert "pairings.systems.dutch" not in imported


def of_systems(module):
    """Return the names that a module imports from systems for type checking; "code" stands for run-time imports."""
    tree = ast.parse(module.read_text())
    types = {
        id(node)
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
    }
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    taken = [node for node in imports if "pairings.systems" in ast.unparse(node)]
    return {name.name if id(node) in types else "code" for node in taken for name in node.names}


@pytest.mark.parametrize("key", SYSTEMS)
class TestEverySystem:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.rotates(2)
    def test_pairs_or_refuses_in_words_and_announces_broken_promises(self, key, size):
        system = SYSTEMS[key]
        for seed in range(4):
            for snapshot, plan in rounds(system, size, seed):
                check_words(reasons_of(plan))
                if isinstance(plan, RoundPlan) and not system.by_hand:
                    assert unexplained_violations(snapshot, plan, system.promises, options_of(system)) == ()

    @pytest.mark.parametrize("size", SIZES)
    def test_follows_wishes_or_refuses_in_words(self, key, size):
        system = SYSTEMS[key]
        for seed in range(6):
            for snapshot, plan in rounds(system, size, seed, wished=True):
                check_words(reasons_of(plan))
                if isinstance(plan, RoundPlan) and not system.by_hand:
                    assert unexplained_violations(snapshot, plan, system.promises, options_of(system)) == ()

    @pytest.mark.parametrize("size", [5, 7, 9, 11])
    def test_keeps_a_manual_bye(self, key, size):
        system = SYSTEMS[key]
        players = tuple(Player(n, f"Name {n}", rating=2000 - n, may_have_bye=n > 1) for n in range(1, size + 1))
        for number in (1, 2, size) if system.takes_wishes and not system.by_hand else ():
            snapshot = Snapshot(players, planned_rounds=5, fixed=((number, 0),))
            plan = system_calls.judged_plan(key, snapshot, options_of(system), "0")
            (bye,) = [bye for bye in plan.byes if bye.player == number]
            assert (bye.kind, bye.reasons[0].code) == (ByeKind.ALLOCATED, "by-hand")

    def test_refuses_too_many_byes_in_words(self, key):
        system = SYSTEMS[key]
        players = tuple(Player(n, f"Name {n}", rating=2000 - n) for n in range(1, 13))
        for fixed in (((1, 0),), ((1, 0), (2, 0), (3, 0))) if system.takes_wishes and not system.by_hand else ():
            try:
                snapshot = Snapshot(players, planned_rounds=5, fixed=fixed)
                plan = system_calls.judged_plan(key, snapshot, options_of(system), "0")
            except CannotPair as refusal:
                check_words(refusal.reasons)
            else:
                assert {number for number, _bye in fixed} <= {bye.player for bye in plan.byes}

    def test_gives_the_same_round_for_the_same_seed(self, key):
        system = SYSTEMS[key]
        assert list(map(reasons_of, (p for _, p in rounds(system, 9, 1)))) == list(
            map(reasons_of, (p for _, p in rounds(system, 9, 1)))
        )

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.rotates(8)
    def test_answers_its_questions(self, key, size):
        system = SYSTEMS[key]
        for snapshot, plan in rounds(system, size, 5):
            if isinstance(plan, RoundPlan):
                ask_all(system, snapshot, plan)
        for many in (1, 3, 30):
            warn = system.questions.rounds_warning
            check_words(system_calls.as_reasons(warn(size, many) if warn and size else None))

    def test_promises_reject_a_repeated_round(self, key):
        """A system without its own promises must follow the general rules."""
        system, rejected = SYSTEMS[key], 0
        for size in (6, 7, 8):
            for snapshot, plan in rounds(system, size, 3):
                if snapshot.rounds and snapshot.rounds[-1].pairings and isinstance(plan, RoundPlan):
                    broken = violations(snapshot, again(snapshot), system.promises, options_of(system))
                    check_words(violation.reason for violation in broken)
                    own = system.promises and list(system.promises(snapshot, again(snapshot), options_of(system)))
                    rejected += bool(own if system.promises else broken)
        assert rejected

    def test_describes_itself(self, key):
        system = SYSTEMS[key]
        assert system.key == key
        assert system.name
        assert system.summary.endswith(".")
        assert system.kind in SystemKind
        assert (system.rounds(8, options_of(system)) is not None) is system.fixes_rounds

    def test_has_a_name_for_players(self, key):
        system = SYSTEMS[key]
        assert system.name_for_players(options_of(system)) == {"papp": "Swiss"}.get(key, system.name)

    def test_has_a_row_in_the_docs(self, key):
        system = SYSTEMS[key]
        assert f"| {key} | {system.name} |" in (ROOT / "docs/rules/systems.md").read_text()

    def test_is_in_the_help_of_the_command_line(self, key, capsys):
        with pytest.raises(SystemExit):
            main(["pair", "--help"])
        assert key in capsys.readouterr().out
        if SYSTEMS[key].scheduling:
            values = (f"--{name}={value}" for name, value in FITTING.get(key, {}).items())
            assert main(["schedule", key, "--players", "6", *values]) == 0
            assert "6 players" in capsys.readouterr().out

    def test_is_marked_for_translation(self, key):
        module = folder(key) / "__init__.py"
        marked = {
            ast.literal_eval(node.args[-1])
            for node in ast.walk(ast.parse(module.read_text()))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "pgettext")
        }
        system = SYSTEMS[key]
        assert {system.name, system.summary} <= marked
        assert system.scheduling is None or system.scheduling.about in marked

    def test_has_a_sentence_for_every_reason_in_its_code(self, key):
        """This includes reasons that no round of these tests gives, such as for a promise that no engine breaks."""
        trees = (ast.parse(module.read_text()) for module in folder(key).glob("*.py"))
        calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
        codes = [node.args[0] for node in calls if getattr(node.func, "id", "") == "Reason"]
        chosen = [each for code in codes if isinstance(code, ast.IfExp) for each in (code.body, code.orelse)]
        named = {code.value for code in (*codes, *chosen) if isinstance(code, ast.Constant)}
        assert named <= set(SENTENCES)

    def test_promises_share_no_code_with_the_rest_of_the_system(self, key):
        module = folder(key) / "promises.py"
        assert module.exists() is (SYSTEMS[key].promises is not None)
        assert SYSTEMS[key].by_hand is (SYSTEMS[key].promises is None), "only people promise nothing"
        assert not module.exists() or of_systems(module) <= {"Options"}


class TestAllSystems:
    def test_codes_of_sentences_are_unique(self):
        shared = (OF_ALL_SYSTEMS, OF_HALL, OF_COURTS, seating.SENTENCES, swiss.SENTENCES)
        spoken = [*shared, *(each.sentences for each in SYSTEMS.values())]
        codes = [code for sentences in spoken for code in sentences]
        assert len(codes) == len(set(codes)) == len(SENTENCES)

    def test_system_without_an_answer_returns_none(self):
        assert Questions() == SYSTEMS["manual"].questions
        snapshot = Snapshot((Player(1), Player(2)))
        assert system_calls.why_not("manual", snapshot, None, 1, 2) is None
        assert system_calls.as_reasons(None) == ()

    def test_every_module_of_systems_is_registered(self):
        names = {path.parent.name for path in (ROOT / "pairings/systems").glob("*/__init__.py")}
        assert names == {key.replace("-", "_") for key in SYSTEMS}
