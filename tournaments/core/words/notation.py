"""Read and write results, and define the results of each scoring. One notation for keyboard, API, CSV and print.

1-0  0-1  ½-½ (also =, 0.5-0.5)     one game; also 1.0-0.0
½-0  0-½  0-0                         one game by ruling of the arbiter
W-L  L-W  D-D                         a game that counts but is too short to be rated
?                                     an adjourned game, which counts as drawn until it is finished
ID                                    an agreed draw without a game: 0-0-3 in a best of three
2-1  1-1-1                            games won by the first, won by the second, and drawn
1½-½  2.5-1.5                         points of games that each count: one was drawn
35-29  35                             scores of one game; the second follows if the sum is fixed
+--  --+  ---                         forfeits: won by first, won by second, lost by both (also +-, -+, --)
1-0F  0-2F  0-0F  1-ff  ff-1  ff-ff   forfeits as other programs write them; ff marks the absent side
3-0F                                  in football: the score that was awarded, which counts as goals

Results of pods have their own notation, `tournaments.core.words.pods`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from pairings.numbers import amounts
from pairings.snapshot import ADJOURNED, Decision, Outcome, Result, Scoring
from tournaments.core.words import pods
from tournaments.core.words.grammar import Grammar

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
FORFEITS = {
    "+--": Result(WIN, LOSS, Decision.FORFEIT),
    "--+": Result(LOSS, WIN, Decision.FORFEIT),
    "---": Result(LOSS, LOSS, Decision.FORFEIT),
}
_SHORT = {"+-": "+--", "-+": "--+", "--": "---"}
#: Every dash that keyboards, phones and word processors write, the colon, and the characters of Japanese keyboards.
_DASHES = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012–—−:\uff0d\uff1a\u30fc", "-"),
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        "\uff0b": "+",
        "\uff1d": "=",
        "\uff0e": ".",
    }
)
_SINGLE = {"1-0": (WIN, LOSS), "0-1": (LOSS, WIN), "½-½": (DRAW, DRAW)}
#: Results of one game that only the arbiter gives, and of games that count but are not rated.
_ARBITER_RESULTS = {
    "½-0": (DRAW, LOSS),
    "0-½": (LOSS, DRAW),
    "0-0": (LOSS, LOSS),
    "w-l": (WIN, LOSS),
    "l-w": (LOSS, WIN),
    "d-d": (DRAW, DRAW),
}
#: The notation of an adjourned game, as in report files.
OPEN = "?"
_HALF = re.compile(r"1/2|0?[.,]5|=")
#: Points of one game with a redundant decimal: 1.0-0.0.
_WHOLE = re.compile(r"\b([01])[.,]0\b")
_UNRATED_NOTATIONS = {(WIN, LOSS): "W-L", (LOSS, WIN): "L-W", (DRAW, DRAW): "D-D"}
_DRAW_NOTATIONS = frozenset({"½", "½-½"})

#: Notations of one player's result, in a game or by forfeit, and the result of both sides.
_ALONE = {"1": "1-0", "0": "0-1", **dict.fromkeys(("½", "1/2", "0.5", "0,5", "=", "5"), "½-½")}
_ALONE_FORFEIT = {"+": "+--", "-": "--+"}
_OWN_NOTATIONS = {"1-0": "1", "0-1": "0", "½-½": "½", "+--": "+", "--+": "-"}


#: The home row of the keyboard: one letter for each result, so that digits are free for table numbers.
LETTERS = "asdfghjkl"
#: Team matches have more results: they also use the other rows, except the letters of the page's commands.
LETTERS_OF_MATCHES = f"{LETTERS}qwertyiopzxcvbn"

#: The maximum length of a result; longer texts are rejected and never read in part.
LONGEST = 40


class NotAResult(ValueError):
    """The text is not a result under this scoring; the message says what to write."""


def grammar_of(scoring: Scoring) -> Grammar:
    """Return the notation of results for a scoring."""
    return OF_PODS if scoring.pods else OF_TWO


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the result page: the key, the text that the row then shows, and the result."""

    key: str
    notation: str
    result: Result
    #: The label of its button, if it is not the notation.
    name: str = ""

    @property
    def winner(self) -> int:
        """The winning side: 1 the first, 2 the second, 0 none."""
        outcomes = self.result.outcomes
        return outcomes.index(WIN) + 1 if WIN in outcomes else 0

    @property
    def label(self) -> str:
        """The label of its button: at a pod, the seat that has won."""
        return pods.short(self.result) if self.result.others else self.notation


def keys(scoring: Scoring) -> tuple[Key, ...]:
    """Return the results that one key press enters, the most common first. Empty if scores must be typed."""
    if scoring.keeps_score:
        return ()
    letters = LETTERS_OF_MATCHES if scoring.boards else LETTERS
    written = grammar_of(scoring).keys(scoring)
    return tuple(Key(letter, text, parse(text, scoring)) for letter, text in zip(letters, written, strict=False))


def _keys_of_two(scoring: Scoring) -> list[str]:
    if scoring.best_of > 1:
        return _games_results(scoring)
    return ["1-0", "0-1", *(["½-½"] if scoring.draws else [])]


def knows_rulings(scoring: Scoring) -> bool:
    """Return whether results that only an arbiter gives can be typed: ½-0, 0-0, W-L."""
    return scoring.halves and scoring.best_of == 1 and not scoring.keeps_score and grammar_of(scoring).one_tells


def _plays_every_game(scoring: Scoring) -> bool:
    """Return whether a match continues after its winner is certain: an even number of games, or boards."""
    return scoring.best_of % 2 == 0 or bool(scoring.boards)


def _games_results(scoring: Scoring) -> list[str]:
    """Return 2-0, 2-1, 1-2, 0-2 and the draw for the best of three; longer matches accordingly."""
    needed = scoring.best_of // 2 + 1
    if _plays_every_game(scoring):
        step = Fraction(1, 2) if scoring.boards and scoring.draws else Fraction(1)
        sums = [(scoring.best_of - step * at, step * at) for at in range(int(scoring.best_of / step) + 1)]
        written = (tuple(amounts.decimal_text(each, halves=scoring.halves) for each in pair) for pair in sums)
        return [f"{first}-{second}" for first, second in written if scoring.draws or first != second]
    wins = [f"{needed}-{lost}" for lost in range(needed)]
    losses = [f"{lost}-{needed}" for lost in reversed(range(needed))]
    return [*wins, *losses, *([f"{needed - 1}-{needed - 1}"] if scoring.draws and needed > 1 else [])]


def parse(text: str, scoring: Scoring) -> Result:
    """Return the result that a text means under a scoring. Raise NotAResult, which says what to write instead."""
    grammar = grammar_of(scoring)
    result = grammar.read(_plain(text), scoring)
    if result is None:
        raise NotAResult(grammar.explained(scoring))
    return _possible(result, scoring)


def _explain_scoring(scoring: Scoring) -> str:
    text = _(
        "Not a valid result. Enter, for example, {examples}. For no-shows (+ is present, - is absent): +--, --+ or ---."
    )
    return text.format(examples=examples(scoring))


def _plain(text: str) -> str:
    """Return the text without spaces and with one kind of dash; "" if it is too long for a result."""
    return re.sub(r"\s+", "", text).translate(_DASHES) if len(text) <= LONGEST else ""


def _read(written: str, scoring: Scoring) -> Result | None:
    forfeit = FORFEITS.get(_SHORT.get(written, written))
    return forfeit or _parse_forfeit_score(written, scoring) or _forfeit(written) or _own(written, scoring)


def _possible(result: Result, scoring: Scoring) -> Result:
    problem = fault(result, scoring)
    if problem:
        raise NotAResult(problem)
    return result


def mirror_result(result: Result) -> Result:
    """Return the same result with the sides swapped."""
    games, score = result.games, result.score
    return replace(
        result,
        first=result.second,
        second=result.first,
        games=games and (games[1], games[0], games[2]),
        score=score and (score[1], score[0]),
    )


def parse_own(text: str, scoring: Scoring, *, first: bool) -> Result:
    """Return a result from one player's side, `first` or second: the own side comes first, or stands alone.

    1, ½ and 0 are a game, + and - a forfeit won and lost. Raise NotAResult as `parse` does, and in pods, where no
    player can report a result alone.
    """
    written = _plain(text)
    if not grammar_of(scoring).one_tells:
        raise NotAResult(grammar_of(scoring).explained(scoring))
    single = scoring.best_of == 1 and not scoring.keeps_score
    result = _read(_ALONE_FORFEIT.get(written) or (_ALONE.get(written) if single else None) or written, scoring)
    if result is None:
        text = _("Not a valid result. Enter the row player's score first, for example {examples}.")
        raise NotAResult(text.format(examples=examples_own(scoring)))
    return _possible(result if first else mirror_result(result), scoring)


def write_own(result: Result | None, *, first: bool) -> str:
    """Return a result from the side of one of the two players, in the notation that `parse_own` reads."""
    if result is None:
        return ""
    text = write(result if first else mirror_result(result))
    return text if result.games or result.score else _OWN_NOTATIONS.get(text, text)


def _own(written: str, scoring: Scoring) -> Result | None:
    """Return a played result in the notation of this scoring; None if the text is not one."""
    if scoring.keeps_score:
        return _scores(written, scoring)
    if scoring.best_of > 1:
        return _intentional_draw(written, scoring) or _games(written) or _halves(written, scoring)
    return _single(written, scoring)


def _single(written: str, scoring: Scoring) -> Result | None:
    if written == OPEN and knows_rulings(scoring) and scoring.draws:
        return ADJOURNED
    written = _HALF.sub("½", _WHOLE.sub(r"\1", written))
    pair = _SINGLE.get("½-½" if written in _DRAW_NOTATIONS else written)
    if pair is not None:
        return Result(*pair)
    ruled = _ARBITER_RESULTS.get(written.lower()) if knows_rulings(scoring) else None
    return Result(*ruled, Decision.RULING) if ruled else None


def _forfeit(written: str) -> Result | None:
    """Return a forfeit with an F after the figures, or with ff for the absent side. A single ff does not tell the
    side.
    """
    if sides := re.fullmatch(r"(\d{1,2}|ff)-(\d{1,2}|ff)", written, re.IGNORECASE):
        forfeits = [side.lower() == "ff" for side in sides.groups()]
        if any(forfeits):
            return FORFEITS["---" if all(forfeits) else "--+" if forfeits[0] else "+--"]
    if figures := re.fullmatch(r"(\d{1,2})(f?)-(\d{1,2})(f?)", written, re.IGNORECASE):
        first, second = int(figures[1]), int(figures[3])
        if (figures[2] or figures[4]) and (first != second or first == 0):
            return FORFEITS["---" if first == second else "+--" if first > second else "--+"]
    return None


def _parse_forfeit_score(written: str, scoring: Scoring) -> Result | None:
    """Return a score with an F after it, where goals are counted; None for any other text.

    1-0F and 0-1F stay forfeits: other programs write every forfeit like this.
    """
    if not scoring.keeps_score or scoring.score_total is not None:
        return None
    figures = re.fullmatch(r"(\d{1,2})F?-(\d{1,2})F?", written, re.IGNORECASE)
    if not figures or not set(written) & {"F", "f"}:
        return None
    first, second = int(figures[1]), int(figures[2])
    # Rules of leagues award a match with goals (3-0), and these goals count in the table.
    if first == second or max(first, second) == 1:
        return None
    return Result(*_outcomes(first, second), score=(first, second))


def intentional_draw(scoring: Scoring) -> Key | None:
    """Return the key of an agreed draw: all games count as drawn. None if players cannot agree to one."""
    letter = LETTERS[len(keys(scoring)) :][:1]
    if not letter or not _knows_intentional_draws(scoring):
        return None
    text = f"0-0-{scoring.best_of}"
    return Key(letter, text, parse(text, scoring), "ID")


def _knows_intentional_draws(scoring: Scoring) -> bool:
    """Return whether the usual draw leaves a game unplayed, as 1-1 does in a best of three."""
    wins = scoring.best_of // 2
    return wins > 0 and not scoring.keeps_score and _games_results(scoring)[-1] == f"{wins}-{wins}"


def _intentional_draw(written: str, scoring: Scoring) -> Result | None:
    if written.upper() != "ID" or not _knows_intentional_draws(scoring):
        return None
    return Result(DRAW, DRAW, games=(0, 0, scoring.best_of))


def _games(written: str) -> Result | None:
    found = re.fullmatch(r"(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?", written)
    if not found:
        return None
    first, second, drawn = (int(number or 0) for number in found.groups())
    return Result(*_outcomes(first, second), games=(first, second, drawn))


def _halves(written: str, scoring: Scoring) -> Result | None:
    """Return a result from the points of games that each count, or of boards: one was drawn, and the whole points were
    won.
    """
    found = re.fullmatch(r"(\d{0,2})(?:½|[.,]5)-(\d{0,2})(?:½|[.,]5)", written)
    if not found or not (scoring.by_games or scoring.boards):
        return None
    first, second = (int(number or 0) for number in found.groups())
    return Result(*_outcomes(first, second), games=(first, second, 1))


def _scores(written: str, scoring: Scoring) -> Result | None:
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", written)
    if not found or (found[2] is None and scoring.score_total is None):
        return None
    first = int(found[1])
    second = int(found[2]) if found[2] is not None else (scoring.score_total or 0) * scoring.best_of - first
    return Result(*_outcomes(first, second), score=(first, second)) if second >= 0 else None


def _outcomes(first: int, second: int) -> tuple[Outcome, Outcome]:
    if first == second:
        return DRAW, DRAW
    return (WIN, LOSS) if first > second else (LOSS, WIN)


def examples(scoring: Scoring) -> str:
    """Return three results of this scoring, for a help text."""
    return grammar_of(scoring).examples(scoring)


def _examples_of_two(scoring: Scoring) -> str:
    if scoring.keeps_score:
        if not scoring.score_total:
            return "2-1, +--"
        total = scoring.score_total * scoring.best_of
        first = min(total, total // 2 + 3)
        return f"{first}-{total - first}, +--"
    return ", ".join([*(key.notation for key in keys(scoring)[:3]), "+--"])


def examples_own(scoring: Scoring) -> str:
    """Return results of this scoring from one player's side, for a help text."""
    if scoring.keeps_score or scoring.best_of > 1:
        return examples(scoring).replace("+--", "+, -")
    return "1, ½, =, 0, +, -" if scoring.draws else "1, 0, +, -"


def keys_own(scoring: Scoring) -> tuple[str, ...]:
    """Return the results of a game that have a button on phones, from one player's side; () if there are too many."""
    if scoring.keeps_score or scoring.best_of > 1:
        return ()
    return ("1", "½", "0", "+", "-") if scoring.draws else ("1", "0", "+", "-")


def fault(result: Result, scoring: Scoring) -> str | None:
    """Return why a result is impossible under a scoring, as a sentence; None if it is possible.

    The database checks every stored result by the same rules.
    """
    return grammar_of(scoring).fault(result, scoring)


def _fault_of_two(result: Result, scoring: Scoring) -> str | None:
    if result.others:
        return _("This table has only two players.")
    if result.decision is Decision.FORFEIT:
        return _forfeit_fault(result)
    if result.decision is Decision.ADJOURNED and (result != ADJOURNED or not knows_rulings(scoring)):
        return _("Only a single game without scores can be adjourned. It counts as drawn until it is finished.")
    if not scoring.draws and Outcome.DRAW in (result.first, result.second):
        return _("Draws are not allowed in this tournament.")
    if result.decision is Decision.PLAYED and (result.first, result.second) not in {
        (WIN, LOSS),
        (LOSS, WIN),
        (DRAW, DRAW),
    }:
        return _("Enter a win and a loss, or a draw. Any other result needs a ruling.")
    return _games_fault(result, scoring) or _score_fault(result, scoring)


def _forfeit_fault(result: Result) -> str | None:
    if Outcome.DRAW in (result.first, result.second) or (result.first is WIN and result.second is WIN):
        return _("A forfeit is a win for one side or a loss for both.")
    if result.games is not None or result.score is not None:
        return _("A forfeit has no games or scores. Leave them empty.")
    return None


def _games_fault(result: Result, scoring: Scoring) -> str | None:
    if result.games is None:
        needs_games = scoring.best_of > 1 and not scoring.keeps_score and result.decision is Decision.PLAYED
        return _("Enter the number of games that each side won.") if needs_games else None
    if scoring.best_of == 1:
        return _("Each pairing is a single game. Do not enter a number of games.")
    first, second, drawn = result.games
    needed = scoring.best_of // 2 + 1
    if _plays_every_game(scoring):
        possible = first + second + drawn <= scoring.best_of
    else:
        possible = max(first, second) <= needed and min(first, second) < needed and drawn <= scoring.best_of
    if not possible:
        return _("Too many games for best of {number}.").format(number=scoring.best_of)
    if result.decision is Decision.PLAYED and (result.first, result.second) != _outcomes(first, second):
        return _("The winner must have won more games.")
    return None


def _score_fault(result: Result, scoring: Scoring) -> str | None:
    if result.score is None:
        needs_score = scoring.keeps_score and result.decision is Decision.PLAYED
        return _("Enter both scores.") if needs_score else None
    if not scoring.keeps_score:
        return _("This tournament does not record scores.")
    if scoring.score_total is not None and sum(result.score) != scoring.score_total * scoring.best_of:
        return _("The two scores must add up to {total}.").format(total=scoring.score_total * scoring.best_of)
    if result.decision is Decision.PLAYED and (result.first, result.second) != _outcomes(*result.score):
        return _("The winner must have the higher score.")
    return None


def write(result: Result | None) -> str:
    """Return a result in notation; "" for none. Reading it again gives the same result, except for a ruling on games or
    scores.
    """
    if result is None:
        return ""
    if result.others:
        return pods.write(result)
    if result.decision is Decision.ADJOURNED:
        return OPEN
    if result.decision is Decision.FORFEIT:
        return next(text for text, fact in FORFEITS.items() if fact == result)
    if result.score is not None:
        return f"{result.score[0]}-{result.score[1]}"
    if result.games is not None:
        first, second, drawn = result.games
        return f"{first}-{second}-{drawn}" if drawn else f"{first}-{second}"
    if result.decision is Decision.RULING and (result.first, result.second) in _UNRATED_NOTATIONS:
        return _UNRATED_NOTATIONS[result.first, result.second]
    marks = {WIN: "1", DRAW: "½", LOSS: "0"}
    return f"{marks[result.first]}-{marks[result.second]}"


def game_points(result: Result | None, *, halves: bool) -> str:
    """Return a team match as its game points: 2½-1½. A match without known boards keeps its notation."""
    if result is None or result.games is None:
        return write(result)
    return points_of_games(result.games, halves=halves)


def stored_result_text(text: str, *, halves: bool) -> str:
    """Return the result of a match in a journal entry as its game points: "2-1-1" is 2½-1½."""
    found = re.fullmatch(r"(\d+)-(\d+)-(\d+)", text)
    if found is None:
        return text
    won, lost, drawn = (int(each) for each in found.groups())
    return points_of_games((won, lost, drawn), halves=halves)


def points_of_games(games: tuple[int, int, int], *, halves: bool) -> str:
    """Return boards won by the first and the second team, and drawn boards, as the game points of both."""
    won, lost, drawn = games
    return "-".join(amounts.decimal_text(each + Fraction(drawn, 2), halves=halves) for each in (won, lost))


def _read_pod(written: str, scoring: Scoring) -> Result | None:
    return pods.read(written)


def _explained_pod(scoring: Scoring) -> str:
    return pods.explain_notation()


def _examples_of_pods(scoring: Scoring) -> str:
    return "1, 2, ½"


OF_TWO = Grammar(
    keys=_keys_of_two,
    read=_read,
    explained=_explain_scoring,
    examples=_examples_of_two,
    fault=_fault_of_two,
    one_tells=True,
)
OF_PODS = Grammar(
    keys=pods.keys,
    read=_read_pod,
    explained=_explained_pod,
    examples=_examples_of_pods,
    fault=pods.fault,
    one_tells=False,
)


def result_letters(game: str) -> dict[str, str]:
    """Return the letter of a win, a draw and a loss. For a draw, German chess players write R and football players
    U.
    """
    draw = pgettext("letter of a draw in chess", "D") if game == "chess" else pgettext("letter of a result", "D")
    return {"win": pgettext("letter of a result", "W"), "draw": draw, "loss": pgettext("letter of a result", "L")}


#: Names of sides as stored: in English, whatever the tournament's language.
SIDES: Mapping[str, Promise] = MappingProxyType(
    {
        "White": pgettext_lazy("side of a game", "White"),
        "Black": pgettext_lazy("side of a game", "Black"),
        "Sente": pgettext_lazy("side of a game", "Sente"),
        "Gote": pgettext_lazy("side of a game", "Gote"),
        "First": pgettext_lazy("side of a game", "First"),
        "Second": pgettext_lazy("side of a game", "Second"),
        "Home": pgettext_lazy("side of a game", "Home"),
        "Away": pgettext_lazy("side of a game", "Away"),
    }
)


def side_name(label: str) -> str:
    """Return a stored label in the reader's language."""
    return str(SIDES.get(label, label))


def side_to_store(label: str) -> str:
    """Return a typed label in its stored form, which every reader sees in their own language."""
    return next((english for english, word in SIDES.items() if label in (english, str(word))), label)


def of_games(best_of: int) -> str:
    """Return the number of games of a pairing in words: an even number is played in full, an odd one until it is
    decided.
    """
    if best_of % 2:
        text = ngettext("{n} game", "Best of {n} games", best_of)
    else:
        text = ngettext("{n} game, switching sides after each", "{n} games, switching sides after each", best_of)
    return text.format(n=best_of)
