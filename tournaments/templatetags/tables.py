"""Write the tables of a round: all lines together, and the players in a pod."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape as escaped

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.core.games import GAMES
from tournaments.core.words import notation
from tournaments.core.words.moments import written_moment
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import Key, result_letters
from tournaments.models import Appearance, Pairing, Player, Round, TeamMember, Tournament
from tournaments.officials.arbiter import late_of
from tournaments.public.cards import PlayerGame, start_position
from tournaments.rounds.tables import TableRow
from tournaments.stages.bracket import match_title, round_titles
from tournaments.teams import line_ups
from tournaments.templatetags.pages import person, stones

register = template.Library()


def _is_moved(row: TableRow, tournament: Tournament) -> bool:
    """Return whether the match is still to be played, on a date other than its round's."""
    return not row.shown and tournament.was_moved(row.pairing.round.number, row.pairing.table)


def _open(row: TableRow, tournament: Tournament) -> str:
    """Return the text in place of a missing result: a dash, or the date of a moved match."""
    if not _is_moved(row, tournament):
        return "–"
    number, table = row.pairing.round.number, row.pairing.table
    return f'<small translate="yes">{escaped(written_moment(tournament.moment_of(number, table), "short"))}</small>'


@register.simple_tag
def coming_day(tournament: Tournament, game: PlayerGame | None, begun: Collection[int]) -> str:
    """Return when a game without a result will be played, if it was moved or its round has not `begun`; else ""."""
    if game is None or game.opponent is None or game.result is not None:
        return ""
    if game.round in begun and not tournament.was_moved(game.round, game.table):
        return ""
    return written_moment(tournament.moment_of(game.round, game.table), "short")


@register.simple_tag
def pairing_rows(
    rows: Collection[TableRow], tournament: Tournament, number: int, starts: Collection[int] = ()
) -> SafeString:
    """Return the lines of a round by table, together, because there can be hundreds; rooms are headings.

    `starts` are the keys of the pairings that begin a score group.
    """
    by_round = {row.pairing.round.number for row in rows}
    addresses = {each: reverse("tournaments:why", args=[tournament.slug, each, "TABLE"]) for each in by_round}
    cards = reverse("tournaments:player", args=[tournament.slug, "PLAYER"])
    above = ""
    lines: list[str] = []
    for row in rows:
        if row.heading != above:
            above = row.heading
            lines.append(render_to_string("schedule/room_row.html", {"room": above, "columns": 4}))
        address_pattern = addresses[row.pairing.round.number]
        pairing, at = (
            row.pairing,
            (' class="band"' if row.pairing.pk in starts else "")
            + f' data-table="{row.pairing.table}"'
            + (f' data-room="{escaped(row.room)}"' if row.room else ""),
        )
        if not tournament.table_kind.has_sides:
            lines.append(
                f'<tr id="t{pairing.table}"{at}><th scope="row">'
                f'<a href="{address_pattern.replace("TABLE", pairing.public_id)}">{pairing.table}</a></th>'
                f'<td colspan="3">{pod_of(row, number, cards)}</td></tr>'
            )
            continue
        lines.append(
            f'<tr id="t{pairing.table}"{at}><th scope="row">'
            f'<a href="{address_pattern.replace("TABLE", pairing.public_id)}">{pairing.table}</a></th>'
            f'<td data-player="{row.first.public_id}">{_link_player(row.first, row.was_first, number, cards)}'
            f"{stones(pairing)}{match_name(pairing)}{_own_start(pairing, tournament)}</td>"
            f'<td class="score {"" if _is_moved(row, tournament) else _result_class(row)}">'
            f"{escaped(row.shown or row.so_far) or _open(row, tournament)}</td>"
            f'<td data-player="{row.second.public_id}">'
            f"{_link_player(row.second, row.was_second, number, cards)}</td></tr>"
        )
    return SafeString("".join(lines))


def _result_class(row: TableRow) -> str:
    """Return the CSS class of a result: for the side that has won, for a draw, or for an open game."""
    if row.result is None:
        return "open"
    marks = {("win", "loss"): "one", ("loss", "win"): "two", ("draw", "draw"): "level"}
    fact = row.result.fact
    return marks.get((fact.first.value, fact.second.value), "")


@register.simple_tag
def form_strip(outcomes: Sequence[str], game: str, last: int = 6) -> SafeString:
    """Return a player's results in the last rounds: a letter for each, "–" for a bye."""
    letters = result_letters(game)
    marks = [(outcome[0], letters[outcome]) if outcome in letters else ("o", "–") for outcome in outcomes[-last:]]
    strip = "".join(f'<i class="{kind}">{letter}</i>' for kind, letter in marks)
    return SafeString(f'<span class="form" translate="yes">{strip}</span>')


def _link_player(player: Player, points: str, at: int | None, cards: str) -> SafeString:
    """Return a player with a link to the player's page; `cards` is the pattern of its address, "" for no link."""
    return person(player, points, at=at, to=cards.replace("PLAYER", player.public_id))


def _own_start(pairing: Pairing, tournament: Tournament) -> str:
    """Return the start position of the game, if each table has its own in Chess960."""
    if tournament.start_positions != Tournament.StartPositions.TABLE:
        return ""
    start = start_position(pairing.round, pairing.table)
    return f' <small class="nowrap">{start.number} <strong>{start.rank}</strong></small>' if start else ""


@register.filter
def at_table(keys: Iterable[Key], row: TableRow) -> list[Key]:
    """Return the keys that fit a table: none for the fourth seat of a pod of three."""
    return [key for key in keys if key.winner <= len(row.players)]


@register.filter
def winner(row: TableRow, key: Key) -> str:
    """Return the name of the player for whom a key counts."""
    return row.players[key.winner - 1].name


@register.simple_tag
def pod(row: TableRow, at: int | None = None) -> SafeString:
    """Return a pod, a line for each seat in order, with points and results."""
    return pod_of(row, at)


#: The mark of a result for each side.
SIDE_MARKS = {"one": ("w", "l"), "two": ("l", "w"), "level": ("d", "d")}


def _pod_result_word(mark: str) -> str:
    """Return a player's result in a pod as a word; a forfeit with its mark."""
    words = {
        "1": pgettext("how a game ended for a player", "won"),
        "½": pgettext("how a game ended for a player", "drawn"),
        "0": pgettext("how a game ended for a player", "lost"),
    }
    if not mark:
        return ""
    tag = "small" if mark in "0-" else "strong"
    state = "w" if mark in "1+" else "d" if mark == "½" else "l"
    return f' <{tag} class="brought {state}" translate="yes">{escaped(words.get(mark, mark))}</{tag}>'


def pod_of(row: TableRow, at: int | None, cards: str = "") -> SafeString:
    """Return a pod; `cards` is the address of the names' links, with PLAYER for the player's id."""
    if row.sides:
        return _sides_of(row, at, cards)
    lines = (
        f'<li data-player="{each.player.public_id}">{_link_player(each.player, each.was, at, cards)}'
        f"{_pod_result_word(each.mark)}</li>"
        for each in row.pod
    )
    return SafeString(f'<ol class="pod" translate="no">{"".join(lines)}</ol>')


def _sides_of(row: TableRow, at: int | None, cards: str) -> SafeString:
    """Return the two sides of partners, one line for each, with their scores."""
    lines = []
    won = SIDE_MARKS.get(_result_class(row), ("", ""))
    for sittings, state in zip(row.sides, won, strict=True):
        names = '<span class="and"> · </span>'.join(
            f'<span data-player="{each.player.public_id}">{_link_player(each.player, each.was, at, cards)}</span>'
            for each in sittings
        )
        mark = sittings[0].mark
        shown = f' <strong class="brought {state}" translate="no">{escaped(mark)}</strong>' if mark else ""
        lines.append(f'<li><span class="partners">{names}</span>{shown}</li>')
    return SafeString(f'<ul class="pod bare" translate="no">{"".join(lines)}</ul>')


@register.simple_tag
def member(row: TeamMember | None) -> SafeString:
    """Return a team member with title and rating; a dash for an empty board."""
    if row is None:
        return SafeString("–")
    title = f'<small class="title">{escaped(isolate(row.title))}</small> ' if row.title else ""
    also = f' <small class="also">{row.rating}</small>' if row.rating else ""
    return SafeString(f'<span class="who" translate="no">{title}<bdi>{escaped(row.name)}</bdi>{also}</span>')


@register.simple_tag(takes_context=True)
def colour(context: template.Context, board: int, side: int) -> SafeString:
    """Return the colour of a team, 1 or 2, at a board of chess: the first has White at board 1, then they alternate."""
    tournament: Tournament = context["tournament"]
    if tournament.game != GAMES["chess"].key:
        return SafeString("")
    has_first = (board % 2 == 1) == (side == 1)
    name = tournament.first_side if has_first else tournament.second_side
    dot = f'<i class="side {"light" if has_first else "dark"}"></i>'
    return SafeString(f'<small class="colour">{dot}<bdi>{escaped(name)}</bdi></small>')


@register.filter
def game_points(game: PlayerGame, tournament: Tournament) -> str:
    """Games or scores of a pairing from the player's side; for a team match, the points of its boards."""
    if not tournament.table_kind.counts_boards or game.result is None or game.result.games is None:
        return game.detail
    own = game.result if game.side == Appearance.Side.FIRST else notation.mirror_result(game.result)
    return notation.game_points(own, halves=tournament.halves)


@register.filter
def seat_name(seat: int, tournament: Tournament) -> str:
    """Return the name of a seat: the side, or its number."""
    return tournament.table_kind.seat_name(seat, tournament)


@register.simple_tag
def match_name(pairing: Pairing) -> SafeString:
    """Return the title of a match outside the main tree of a knock-out, for a row of its round; otherwise ""."""
    title = match_title(pairing)
    return format_html(' <small class="stones" translate="yes">{}</small>', title) if title else SafeString()


@register.simple_tag
def bracket_names(rounds: Iterable[Round]) -> dict[int, SafeString]:
    """Return the names of these rounds with a separator before each: " · Semi-finals". Unnamed rounds are omitted."""
    return {number: format_html(" · {}", title) for number, title in round_titles(rounds).items()}


@register.simple_tag
def bracket_name(round_: Round) -> str:
    """Return the name of one round, with a separator; "" if it has none."""
    return bracket_names([round_]).get(round_.number, "")


@register.filter
def entry(names: Mapping[int, SafeString], number: int) -> str:
    """Return the entry of a round; "" if it has none."""
    return names.get(number, "")


@register.filter
def lost_by_default(round_: Round, game: PlayerGame) -> bool:
    """Return whether a player has lost a game of a round by default."""
    late = round_.late.get(game.pairing_id, ())
    return game.side in late and game.outcome == "loss"


@register.inclusion_tag("officials/default_time.html")
def default_time_of(round_: Round) -> dict[str, object]:
    """Show when a round began, the default time, and who arrived too late."""
    return {
        "began": round_.began_at,
        "minutes": round_.tournament.default_minutes,
        "over": round_.default_at,
        "late": late_of([round_]).get(round_.pk, ()),
        "zone": round_.tournament.zone,
    }


@register.simple_tag
def line_ups_missing(round_: Round) -> int:
    """Return the number of teams in a running round that have members but no line-up yet."""
    return len(line_ups.missing(round_)) if round_.tournament.table_kind.has_members and round_.is_running else 0
