"""Small helpers for templates."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from html import escape as escaped
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db.models import F
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, ngettext, pgettext

from pairings.numbers import amounts
from tournaments.core import present_round
from tournaments.core.court_floor import stations_of
from tournaments.core.court_people import CourtMatch
from tournaments.core.games import GAMES
from tournaments.core.hall import place_text
from tournaments.core.journal.feed import PRIVATE_TOPICS
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right
from tournaments.core.rulebook import Place
from tournaments.core.words import entrants, values
from tournaments.core.words.figures import local, number_for, points_in_words
from tournaments.core.words.moments import format_moment, written_moment
from tournaments.core.words.names import isolate, isolate_all, join
from tournaments.core.words.notation import of_games
from tournaments.core.words.presentation import NOTHING, as_html
from tournaments.core.words.texts import translate
from tournaments.core.words.values import Moment
from tournaments.desk.menu import Menu, menu_of, offers_report_file
from tournaments.models import Event, Pairing, Player, Round, Tournament
from tournaments.public.cards import StartPosition, start_position
from tournaments.public.manual_pages import address_of
from tournaments.rounds.draft_lines import CardLine
from tournaments.rounds.round_pictures import penalty
from tournaments.web.common import Desk
from tournaments.web.statics import mark
from tournaments.webhooks.telephones import public_key

ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
    "<circle cx='8' cy='8' r='6' fill='none' stroke='#175e54' stroke-width='3'/></svg>"
)

#: Topics only for the desk and a player's own page.
OF_PLAYERS = frozenset({Topic.REPORTS, Topic.CALLS})

#: The characters that Django escapes in JSON on pages.
_JSON_IN_HTML = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}

register = template.Library()

#: The number of letters that fit in a line on a phone.
LONGEST_LINE = 24
register.filter("isolated", isolate)
register.filter("listed", join)
register.filter("local", local)
register.filter("offers_report_file", offers_report_file)
register.filter("written", format_moment, expects_localtime=True)


@register.simple_tag(takes_context=True, name="entrants")
def entrants_message(context: template.Context, message: str) -> str:
    """Return a message about players in the reader's language, or about teams in a tournament of teams."""
    return entrants.message_for_entrants(message, _entrants_of(context))


@register.simple_tag(takes_context=True)
def count_players(context: template.Context, what: str, number: int) -> str:
    """Return the number of players, or of teams, in words."""
    return entrants.entrants_in_words(what, number, _entrants_of(context))


def _entrants_of(context: template.Context) -> entrants.Entrants:
    """Return the kind of entrants on this page; an event has sections of players."""
    tournament = context.get("tournament")
    return tournament.entrant_kind if tournament else entrants.Entrants.PLAYERS


@register.simple_tag(takes_context=True)
def desk_menu(context: template.Context, page: str) -> Menu:
    """Return the menu of the desk on a page with this key."""
    return menu_of(context["tournament"], context["desk"].may, page)


@register.simple_tag(takes_context=True)
def manual_address(context: template.Context) -> str:
    """Return the address of the manual's chapter about the current page."""
    request = context.get("request")
    match = request.resolver_match if request else None
    return address_of(match.view_name if match else None)


@register.simple_tag
def asset(path: str) -> str:
    """Return the address of a static file with a hash of its content, so that browsers reload a changed file."""
    found = finders.find(path)
    if found is None:
        raise template.TemplateSyntaxError(f"There is no static file {path}.")
    return f"{static(path)}?{mark(Path(str(found)))}"


@register.simple_tag
def push_key() -> str:
    """The server's key, with which a browser asks for notifications."""
    return public_key()


@register.simple_tag
def icon() -> SafeString:
    """Return the icon of the browser tab as a data URL, which needs no request."""
    return SafeString("data:image/svg+xml," + quote(ICON, safe=" =:/'"))


@register.simple_tag
def page_of(round_: Round) -> str:
    """Return the address at which staff read a round."""
    name = "draft" if round_.is_draft else "round"
    return reverse(f"tournaments:{name}", args=[round_.tournament.slug, round_.number])


@register.simple_tag
def card(card_line: CardLine | None, was: str, tournament: Tournament) -> SafeString:
    """Return a player's card before a round: the score, the side that is due, the floats of the last two rounds.

    If no more is known, only `was`, the points before the round.
    """
    if card_line is None:
        return format_html("<small>{}</small>", was)
    return _card(
        card_line, tournament.first_side if card_line.due == "first" else tournament.second_side, get_language()
    )


@lru_cache(maxsize=256)  # hundreds of players bring few different things
def _card(card_line: CardLine, side: str, _language: str | None) -> SafeString:
    """Return the card; the due side is a letter, in brackets for a mild preference, with "!" for an absolute one."""
    due = {1: "({})", 3: "{}!"}.get(card_line.strength, "{}").format(side[:1]) if card_line.due else ""
    return render_to_string("drafts/pairing_card.html", {"card": card_line, "side": side, "due": due})


@register.simple_tag
def reasons_with_articles(reasons: Iterable[Mapping[str, str]]) -> SafeString:
    """Return reasons one below the other, each with its article; they are escaped together, because a page has
    hundreds.
    """
    texts = [text for reason in reasons for text in (reason["text"], reason["article"])]
    found = escaped("\0".join(texts)).split("\0")  # no text of ours has this character
    quiet = (f' <span class="quiet">({article})</span>' if article else "" for article in found[1::2])
    lines = (f"<li>{text}{article}</li>" for text, article in zip(found[::2], quiet, strict=False))
    return SafeString(f"<ul>{''.join(lines)}</ul>")


@register.simple_tag
def person(player: Player, points: str = "", to: str = "", at: int | None = None) -> SafeString:
    """Return a player in a list: title, name, `points`, whether they have left, and other facts in small print.

    `to` is the address of the link. With `at`, the number of a round, only a player who left before it is marked as
    withdrawn. Expelled players are marked in every list.
    """
    has_left = player.withdrawn_after is not None and (at is None or player.withdrawn_after < at)
    text = (
        pgettext("state of a player", "expelled")
        if player.is_expelled
        else pgettext("state of a player", "withdrawn")
        if has_left
        else ""
    )
    kana = f' data-reading="{escaped(player.reading)}"' if player.reading else ""
    also, name = describe_player(player), f"<bdi{kana}>{escaped(player.name)}</bdi>"
    parts = (
        f'<small class="title">{escaped(isolate(player.title))}</small> ' if player.title else "",
        f'<a href="{escaped(to)}">{name}</a>' if to else name,
        f" <small>{escaped(local(points))}</small>" if points else "",
        f' <small class="gone" translate="yes">{escaped(text)}</small>' if text else "",
        f' <small class="also">{escaped(also)}</small>' if also else "",
    )
    return SafeString(f'<span class="who" translate="no">{"".join(parts)}</span>')


@register.simple_tag
def stones(pairing: Pairing) -> SafeString:
    """Return the handicap of the first player of a game of Go; "" without one."""
    count = pairing.handicap
    if not count:
        return SafeString()
    text = ngettext("{count} handicap stone", "{count} handicap stones", count).format(count=count)
    return SafeString(f' <small class="stones" translate="yes">{escaped(text)}</small>')


@register.simple_tag
def start_of(round_: Round, table: int | None) -> StartPosition | None:
    """Return the start position of a table in Chess960, or of all games of the round if `table` is None."""
    return start_position(round_, table)


@register.simple_tag
def games_of(round_: Round) -> str:
    """Return the number of games of a match in words, if the round sets more than one; otherwise ""."""
    return of_games(round_.best_of) if round_.best_of is not None and round_.best_of > 1 else ""


#: The maximum number of entered players who are named before the first round.
MOST_ENTERED = 10


@register.inclusion_tag("players/entered.html")
def players_entered(tournament: Tournament) -> dict[str, Any]:
    """Show who has entered, the highest ratings first, then the latest entries."""
    present_players = tournament.players.filter(withdrawn_after__isnull=True)
    first_players = list(present_players.order_by(F("rating").desc(nulls_last=True), "-pk")[:MOST_ENTERED])
    total = len(first_players) if len(first_players) < MOST_ENTERED else present_players.count()
    return {"tournament": tournament, "players": first_players, "total": total, "more": total - len(first_players)}


@register.simple_tag
def table_title(tournament: Tournament, table: int) -> str:
    """Return a table with its number, in the words of the game: Table 3, Court 3."""
    return tournament.table_title(table)


@register.simple_tag
def table_inside(tournament: Tournament, table: int) -> str:
    """Return a table with its number for use inside a sentence: table 3, court 3."""
    return tournament.table_inside(table)


@register.simple_tag
def table_range(tournament: Tournament, first: int, last: int) -> str:
    """Return the tables from the first to the last as a heading: Tables 3–5, or Table 3 for one."""
    return tournament.table_title(first) if first == last else f"{tournament.table_words.plural} {first}–{last}"


@register.simple_tag
def when(tournament: Tournament, number: int, table: int = 0, form: str = "date") -> str:
    """Return the moment of a round, or of its match at a table; "" if none is set."""
    return written_moment(tournament.moment_of(number, table), form)


@register.simple_tag
def day_ahead(round_: Round | None) -> str:
    """Return the day planned for a round that has not begun; "" if none is known."""
    return "" if round_ is None else written_moment(present_round.day_ahead(round_), "day")


@register.filter
def moment(value: Moment | None, form: str) -> str:
    """Return a day, with its time if it has one."""
    return written_moment(value, form)


@register.simple_tag
def where_of(tournament: Tournament, table: int) -> str:
    """Return the place of a table next to its number: the room, and the table in a later wave."""
    return place_text(tournament.layout.place_of(table))


@register.simple_tag
def choices(players: Iterable[Player]) -> SafeString:
    """Return an option for each player; they are escaped together, because there can be thousands."""
    everybody = list(players)
    if not everybody:
        return SafeString()
    names = isolate_all(player.name for player in everybody)
    written = [*(player.public_id for player in everybody), *names]
    found = escaped("\0".join(written)).split("\0")  # at once: no text of the database has this character
    options = zip(found[: len(everybody)], found[len(everybody) :], strict=True)
    return SafeString("\n".join(f'<option value="{key}">{name}</option>' for key, name in options))


@register.filter
def describe_player(player: Player) -> str:
    """Return a player's public facts besides title and name: team, rank, rating, federation and club, if known.

    Lines break only between two facts, so that one without room is left out whole; inside a fact only if it is wider
    than a phone.
    """
    facts = (getattr(player, "plays_for", ""), player.rank, str(player.rating or ""), player.federation, player.club)
    return " ·\xa0".join(_unbroken(isolate(text)) for text in facts if text)


def _unbroken(text: str) -> str:
    return text.replace(" ", "\xa0") if len(text) <= LONGEST_LINE else text


@register.simple_tag
def sheet() -> str:
    """Return the hidden key of a form that creates something: if it is sent twice, it has one effect.

    Browsers must not restore an old key.
    """
    return format_html('<input type="hidden" name="sheet" value="{}" autocomplete="off">', uuid4().hex)


@register.filter
def amount(value: Fraction, tournament: Tournament) -> str:
    """Return points in the notation of the tournament's game: 2½ or 2.5."""
    return local(amounts.decimal_text(value, halves=tournament.halves))


@register.simple_tag
def place_basis(place: Place, tournament: Tournament) -> str:
    """Return the basis of a place: 3½ points, the score of a system or a McMahon score; "" in a bracket or a list."""
    if not place.by_points:
        return f"{place.score_name} {local(place.score)}" if place.score else ""
    shown = local(amounts.decimal_text(place.points, halves=tournament.halves))
    points = points_in_words(place.points, shown)
    if place.mcmahon:
        return gettext("McMahon score {score}, {points}").format(score=local(place.mcmahon), points=points)
    return points


@register.filter
def signed_points(value: Fraction, tournament: Tournament) -> str:
    """Return points deducted or given, with their sign."""
    return local(values.signed_points(value, halves=tournament.halves))


@register.filter
def since(moment: datetime) -> str:
    """Return the time since a moment in words; "" for less than a minute."""
    return timesince(moment) if timezone.now() - moment >= timedelta(minutes=1) else ""


@register.filter
def decimals(value: Fraction) -> str:
    """Return a number with two decimals, a half rounded away from zero: expected scores of games are whole
    hundredths.
    """
    return local(f"{Decimal(value.numerator) / Decimal(value.denominator):.2f}")


@register.filter
def with_sign(value: Fraction) -> str:
    """Return a change of a rating with its sign and one decimal, in FIDE's notation."""
    number = Decimal(value.numerator) / Decimal(value.denominator)
    return local(f"{number.quantize(Decimal('0.1'), ROUND_HALF_UP):+}".replace("-", "\N{MINUS SIGN}"))


@register.filter
def sentence(text: str) -> str:
    """Return a message or sentence of the pure packages in the reader's language."""
    return translate(text)


@register.filter
def cost(value: Any) -> str:
    """Return a penalty, level by level: what is forbidden unless unavoidable counts in games."""
    return penalty(value.never + value.forbidden, value.amount)


@register.filter
def plural(value: Fraction) -> int:
    """Return the whole number that selects the plural form for an amount in the reader's language."""
    return number_for(value)


@register.filter
def may(desk: Desk, right: str) -> bool:
    """Return whether the reader has a right: for showing a link, never for guarding a page."""
    return desk.may(Right(right))


@register.filter
def at(table: Mapping[object, object], key: object) -> Any:
    """Return the entry of a mapping for a key in a template variable."""
    return table[key]


@register.inclusion_tag("hall/stations.html")
def stations_now(tournament: Tournament) -> dict[str, Any]:
    """Show the games that are called to stations or courts, if the hall has any."""
    return {"now": stations_of(tournament), "tournament": tournament}


@register.simple_tag
def courts_address(tournament: Tournament) -> str:
    """Return the address of the public page of courts: that of the event, if its sections share them."""
    if tournament.event is not None:
        return reverse("tournaments:event-courts", kwargs={"event": tournament.event.slug})
    return reverse("tournaments:courts-now", kwargs={"slug": tournament.slug})


@register.simple_tag
def court_title(tournament: Tournament, court: int) -> str:
    """Return a court with its number, in the word of its game: Court 3, Dartboard 3."""
    return str(tournament.court_words.numbered).format(table=court)


@register.inclusion_tag("hall/match_names.html")
def match_names(match: CourtMatch) -> dict[str, object]:
    """Show the sides of a match: players or partners."""
    return {"match": match, "sides": match.sides}


@register.inclusion_tag("hall/clock.html")
def clock_of(round_: Round) -> dict[str, object]:
    """Show the clock of a running round, if one was started: its end, and the tables with an extension."""
    clock = round_.clock if round_.is_running else None
    if clock is None:
        return {"clock": None}
    tables = dict(round_.pairings.filter(public_id__in=round_.extensions).values_list("public_id", "table"))
    more = sorted((tables[key], minutes) for key, minutes in round_.extensions.items() if key in tables)
    seconds = max(0, int(clock.time_left(clock.held_at or clock.started_at).total_seconds()))
    return {
        "clock": clock,
        "ends": clock.ends_at(),
        "left": f"{seconds // 60}:{seconds % 60:02}",
        "longer": [{"number": number, "minutes": extra, "ends": clock.ends_at(extra)} for number, extra in more],
        "zone": round_.tournament.zone,
        "tournament": round_.tournament,
    }


@register.simple_tag(takes_context=True)
def follows(context: Mapping[str, Any]) -> SafeString:
    """Return the attributes of a public page's body for following changes of its tournament; "" if there is no stream.

    They are the stream, the position to continue from, the relevant topics, and the script that shows what moved. A
    page of the desk sets what it `hears`.
    """
    tournament = _live_tournament(context) or (
        context["tournament"] if settings.STREAMS and "hears" in context else None
    )
    if tournament is None:
        return SafeString("")
    own = "/me/" in context["request"].path
    heard = [topic for topic in Topic if topic not in PRIVATE_TOPICS and (own or topic not in OF_PLAYERS)]
    return format_html(
        'data-follow="{}" data-after="{}" data-topics="{}" data-motion="{}"',
        reverse("api:event-stream", kwargs={"slug": tournament.slug}),
        tournament.revision,
        context.get("hears", " ".join(heard)),
        asset("motion.js"),
    )


@register.simple_tag(takes_context=True)
def page_metadata(context: Mapping[str, object]) -> SafeString:
    """Return the description of a public tournament for search engines and shared links.

    It has the name, the day and the game, by the Open Graph protocol and as schema.org's SportsEvent; for an event its
    name. It contains nothing about hidden tournaments.
    """
    tournament, event = context.get("tournament"), context.get("event")
    if isinstance(tournament, Tournament) and tournament.is_public:
        facts = {
            "@context": "https://schema.org",
            "@type": "SportsEvent",
            "name": tournament.name,
            "startDate": tournament.starts_on.isoformat(),
            "sport": str(GAMES[tournament.game].name),
        }
        data = SafeString(json.dumps(facts, ensure_ascii=False).translate(_JSON_IN_HTML))
        card = format_html('<script type="application/ld+json">{}</script>', data)
        about = gettext("Pairings, results and standings")
        picture = settings.PUBLIC_ADDRESS + reverse("tournaments:preview", args=[tournament.slug])
        return _open_graph(tournament.name, about, picture) + card + _as_app(tournament)
    if isinstance(event, Event) and not isinstance(tournament, Tournament):
        return _open_graph(event.name, gettext("All sections: pairings, results and standings"))
    return SafeString("")


def _as_app(tournament: Tournament) -> SafeString:
    """Return the links that let a phone add the tournament to its home screen."""
    return format_html(
        '<link rel="manifest" href="{}"><link rel="apple-touch-icon" href="{}">',
        reverse("tournaments:manifest", args=[tournament.slug]),
        static("icon-180.png"),
    )


def _open_graph(name: str, about: str, picture: str = "") -> SafeString:
    shown = format_html(
        '<meta property="og:image" content="{}"><meta property="og:image:width" content="1200">'
        '<meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">',
        picture,
    )
    return (shown if picture else SafeString("")) + format_html(
        '<meta name="description" content="{}"><meta property="og:type" content="website">'
        '<meta property="og:site_name" content="Kierros"><meta property="og:title" content="{}">'
        '<meta property="og:description" content="{}">',
        about,
        name,
        about,
    )


@register.simple_tag(takes_context=True)
def event_colours(context: Mapping[str, object]) -> SafeString:
    """Return the style sheet of the event's colour, for a tournament that has one and for the event of such a
    section.
    """
    tournament = context.get("tournament") or context.get("sold")
    if not isinstance(tournament, Tournament) or not (accent := (tournament.event_page or NOTHING)["accent"]):
        return SafeString("")
    address = reverse("tournaments:colours", args=[tournament.slug])
    return format_html('<link rel="stylesheet" href="{}?{}">', address, accent[1:])


@register.filter
def markdown(text: str) -> SafeString:
    """Return a description in Markdown as safe HTML."""
    return as_html(text)


@register.inclusion_tag("public/round_news.html", takes_context=True)
def news(context: Mapping[str, object]) -> dict[str, object]:
    """Show that another round has been published."""
    return {"tournament": _live_tournament(context)}


@register.simple_tag
def reading_only() -> str:
    """Return the notice on every page of a server whose database is read-only."""
    if not settings.READING_ONLY:
        return ""
    text = gettext("This server is for reading only. Enter changes on the main server.")
    return format_html('<p class="message warning noprint">{}</p>', text)


def _live_tournament(context: Mapping[str, Any]) -> Tournament | None:
    """Return the tournament of a page that updates itself: a public unfinished one, except on the pages of its desk."""
    tournament = context.get("tournament")
    if not isinstance(tournament, Tournament) or not settings.STREAMS:
        return None
    is_public = tournament.is_public and tournament.finished_at is None
    return tournament if is_public and "/desk/" not in context["request"].path else None
