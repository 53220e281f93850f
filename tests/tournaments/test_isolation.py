"""Names are isolated wherever a page prints them: what runs from right to left moves nothing beside it."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import get_resolver, reverse

from tests.tournaments.test_pages import signed_in
from tournaments.models import Member, User
from tournaments.rights.who import Who
from tournaments.services import edits, registration, rounds, sections, wishes
from tournaments.words.isolation import END, ISOLATE, isolate

pytestmark = pytest.mark.django_db

#: Everything that people call something, right to left; the players also have a number in their names.
PLAYERS = ("שרה כהן 2", "محمد العربي 10", "דוד לוי", "ليلى حداد", "רות", "سامي")
EVENT, SECTION, CLUB, ORGANISER = "מועדון השחמט", "בוגרים", "نادي الشطرنج", "אורלה המארגנת"
FIRST, SECOND = "לבן", "أسود"
NAMES = (*PLAYERS, EVENT, SECTION, CLUB, ORGANISER, FIRST, SECOND)
#: Attributes that nobody is shown, or that hold nothing but the name.
SILENT = {
    "value",
    "href",
    "action",
    "data-player",
    "data-id",
    "name",
    "id",
    "content",
    "src",
    "hx-post",
    "hx-get",
    "for",
}
#: Elements without text around a name, or whose direction is their own.
OWN = {"bdi", "option", "textarea", "script", "style"}
VOID = {"meta", "link", "input", "br", "img", "hr"}


class Reader(HTMLParser):
    """Collects the names that stand in text or in a shown attribute without isolation."""

    def __init__(self):
        super().__init__()
        self.open, self.bare, self.seen = [], [], set()

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, tag in OWN or "dir" in known))
        for attribute, value in attrs:
            if attribute not in SILENT and not ("dir" in known and attribute == "title"):
                self.look(value or "", f"<{tag} {attribute}>")

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if not any(own for _tag, own in self.open):
            self.look(data, f"<{self.open[-1][0]}>" if self.open else "")
        else:
            self.seen |= {name for name in NAMES if name in data}

    def look(self, text, where):
        self.seen |= {name for name in NAMES if name in text}
        rest = re.sub(f"{ISOLATE}[^{END}]*{END}", "", text)
        self.bare += [f"{where} {name}: {text.strip()[:80]}" for name in NAMES if name in rest]


def bare(html):
    reader = Reader()
    reader.feed(html)
    return reader.bare


@pytest.fixture
def event(make, db):
    """A card game in which round 1 was played, round 2 runs with two players not paired, wishes and byes are kept."""
    orla = User.objects.create_user(ORGANISER, password="a long enough password")
    stage = make(name="Event", game="cards", first_label=FIRST, second_label=SECOND, uses_check_in=False)
    Member.objects.create(tournament=stage.tournament, user=orla, role="organiser")
    names = {"event": EVENT, "own": SECTION, "section": "B"}
    sections.add_section(Who.at_page(orla), stage.tournament, **names)
    stage.tournament.refresh_from_db()
    stage.page = signed_in(orla)
    stage.with_players(*PLAYERS, club=CLUB)
    stage.play("2-0", "2-1", "1-1-1")
    stage.pair()
    left = stage.table(2).appearances.select_related("player")
    players = [place.player for place in left]
    edits.unpair(stage.orla, stage.tournament, stage.round, players[0])
    return stage, players


def addresses(stage, player, other):
    """Every page that there is, by its name in the routes, and what else stands in its address."""
    table = stage.round.pairings.first().public_id
    first = stage.tournament.rounds.get(number=1)
    number, slug = stage.round.number, stage.tournament.slug
    arguments = {
        "number": number, "player_id": player.public_id, "pairing_id": table, "code": "MP", "slug": slug,
        "event": stage.tournament.event.slug,
    }  # fmt: skip
    closed = first.pairings.first().public_id
    more = {
        "why-not": [{"query": f"?a={player.public_id}"}, {"query": f"?a={player.public_id}&b={other.public_id}"}],
        "effect": [
            {"pairing_id": closed, "query": "?typed=0-2&reason=x"},
            {"pairing_id": closed, "query": "?typed=0-2"},
        ],
        "correct": [{"pairing_id": closed}],
        "round": [{"number": 1}, {}],
        "round-names": [{"number": 1}, {}],
        "table": [{"query": "?why=1"}, {"query": "?live=1"}, {}],
        "comparison": [{"query": "?with=fide-2026"}],
    }
    for route in get_resolver().url_patterns:
        for pattern in getattr(route, "url_patterns", []):
            space = f"{route.namespace}:" if getattr(route, "namespace", None) else ""
            if pattern.name is None or space not in ("tournaments:", "standings:"):
                continue
            wanted = pattern.pattern.converters if hasattr(pattern.pattern, "converters") else {}
            if not set(wanted) <= set(arguments) or "edition" in str(pattern.pattern):
                continue
            for each in more.get(pattern.name, [{}]):
                where = {**{key: arguments[key] for key in wanted}, **{k: v for k, v in each.items() if k in wanted}}
                yield pattern.name, reverse(space + pattern.name, kwargs=where) + each.get("query", "")


def walk(stage, player, other):
    """Every page of the site as the organiser gets it: (name, text); files and what only takes a POST are no pages."""
    for name, address in addresses(stage, player, other):
        answer = stage.page.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, address, answer.content.decode()


def test_every_page_isolates_every_name(event):
    stage, (player, other) = event
    wishes.forbid_pair(stage.orla, stage.tournament, player, other)
    registration.request_bye(stage.orla, stage.tournament, player, 3, "half")
    found = {name: (address, text) for name, address, text in walk(stage, player, other)}
    ids = [player.public_id, other.public_id]
    rounds.publish_round(stage.orla, stage.tournament, stage.round, not_paired=ids)
    pages = [*((name, *page) for name, page in found.items()), *walk(stage, player, other)]
    shown = {name for name, _address, _text in pages}
    assert shown >= {
        "home", "create", "tournament", "round", "round-names", "why", "players", "player", "desk", "roll",
        "player-change",
        "check-in", "seating", "draft", "why-not", "cost", "slips", "results", "correct", "wishes", "settings", "staff",
        "journal", "table", "comparison", "verdicts", "place", "derivation", "crosstable", "next-stage", "effect",
        "rules", "event", "event-desk", "section-add", "event-roll", "event-list", "event-move",
    }  # fmt: skip
    faults = {f"{address} {fault}" for _name, address, text in pages for fault in bare(text)}
    assert not faults, "\n".join(sorted(faults))


def test_so_do_a_schedule_its_draw_and_its_crosstable(make, orla):
    stage = make(game="chess", seating="lot", first_label=FIRST, second_label=SECOND).with_players(*PLAYERS)
    stage.pair()
    stage.publish()
    for page in ("tournaments:schedule", "standings:crosstable", "tournaments:seating", "tournaments:journal"):
        text = signed_in(orla).get(reverse(page, args=[stage.tournament.slug])).content.decode()
        assert PLAYERS[0] in text or page.endswith("journal")
        assert not bare(text)


def test_messages_and_refusals_isolate_them_too(event):
    stage, (player, _other) = event
    page, slug = stage.page, stage.tournament.slug
    texts = [
        page.post(reverse("tournaments:publish", args=[slug, 2])).content.decode(),
        page.post(reverse("tournaments:player-add", args=[slug]), {"name": player.name}).content.decode(),
        *(
            page.post(
                reverse("tournaments:player-act", args=[slug, player.public_id]), {"do": do}, follow=True
            ).content.decode()
            for do in ("remove", "withdraw", "return")
        ),
        page.post(reverse("tournaments:player-add", args=[slug]), {"name": "נועה"}, follow=True).content.decode(),
    ]
    assert all(player.name in text for text in texts[:5])
    assert not [fault for text in texts for fault in bare(text)]
    assert f"{ISOLATE}נועה{END} is added and plays from round 3 on." in texts[5]


def test_a_name_that_moves_nothing_stays_as_it_is():
    assert isolate("Smith, John 3rd") == "Smith, John 3rd"
    assert isolate("שרה") == f"{ISOLATE}שרה{END}"
    assert isolate("R2-ד2") == f"{ISOLATE}R2-ד2{END}"


class TestTheReader:
    def test_it_finds_a_bare_name(self):
        assert bare(f"<p>Table 3 · {PLAYERS[0]} 2</p>")
        assert bare(f'<p title="Seat of {PLAYERS[0]}">3</p>')

    def test_it_passes_an_isolated_one(self):
        assert not bare(f"<p>Table 3 · <bdi>{PLAYERS[0]}</bdi> {ISOLATE}{PLAYERS[1]}{END} 2</p>")
