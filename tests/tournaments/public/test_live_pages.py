"""Public pages that follow their tournament show after a live update what a reload shows."""

import re
from html.parser import HTMLParser

import pytest

from tests.tournaments.teams.test_teams import League

pytestmark = pytest.mark.django_db
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


class Page(HTMLParser):
    """A page as a tree of lists: tag, attributes, then texts and trees."""

    def __init__(self, text):
        super().__init__()
        self.root = self.at = ["", {}]
        self.above = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        node = [tag, dict(attributes)]
        self.at.append(node)
        if tag not in VOID:
            self.above.append(self.at)
            self.at = node

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        while self.at[0] != tag:
            self.at = self.above.pop()
        self.at = self.above.pop()

    def handle_data(self, data):
        self.at.append(data)


def nodes(node):
    yield node
    for each in node[2:]:
        if isinstance(each, list):
            yield from nodes(each)


def by_id(page, ident):
    return next((node for node in nodes(page.root) if ident and node[1].get("id") == ident), None)


def renew(old, new):
    """Return the old page after `site.js` has renewed its live parts from the new page."""
    for node in list(nodes(old.root)):
        if "data-live" in node[1]:
            fresh = by_id(new, node[1].get("id"))
            if fresh is not None:
                node[:] = fresh
    return old


def words(page):
    main = next(node for node in nodes(page.root) if node[0] == "main")
    texts = (each for node in nodes(main) if node[0] not in ("script", "template") for each in node[2:])
    return re.sub(r"\s+", " ", " ".join(text for text in texts if isinstance(text, str))).split()


def follows(client, addresses, act):
    """Open pages, perform an action, and compare their live updates with a reload."""
    before = {at: page_at(client, at) for at in addresses}
    act()
    stale = {}
    for at, old in before.items():
        new = page_at(client, at)
        shown, right = words(renew(old, new)), words(new)
        if shown != right:
            stale[at] = next(
                (shown[k : k + 8], right[k : k + 8]) for k in range(len(right) + 1) if shown[: k + 1] != right[: k + 1]
            )
    assert stale == {}


def page_at(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return Page(answer.content.decode())


def pages_of(stage, *more):
    player = stage.tournament.players.order_by("pk").first()
    own = [f"players/{player.public_id}/", f"standings/{player.public_id}/"]
    return [f"/t/cup/{at}" for at in ("", "standings/", "standings/?live=1", "crosstable/", "players/", *own, *more)]


@pytest.mark.rotates(8)
def test_swiss_pages_follow_results_and_rounds(client, cup):
    cup.play("1-0", "½-½")
    cup.pair()
    cup.publish()
    row = cup.tournament.rounds.get(number=2).pairings.first()
    more = ("ratings/", "norms/", "rounds/2/", "rounds/2/names/", f"rounds/2/tables/{row.public_id}/", "screen/")
    addresses = pages_of(cup, *more)
    follows(client, addresses, lambda: cup.enter(1, "1-0"))
    follows(client, addresses, lambda: cup.enter(2, "1-0"))
    follows(client, addresses, cup.close)
    follows(client, addresses, lambda: (cup.pair(), cup.publish()))


@pytest.mark.rotates(8)
def test_pages_follow_the_first_round_and_the_end(client, cup):
    addresses = pages_of(cup, "ratings/")
    follows(client, addresses, lambda: (cup.pair(), cup.publish()))
    cup.enter(1, "1-0")
    cup.enter(2, "½-½")
    follows(client, [*addresses, "/t/cup/rounds/1/"], cup.close)
    own = next(at for at in addresses if at.startswith("/t/cup/standings/") and at.count("/") == 5)
    follows(client, [*addresses, f"{own}PTS/", f"{own}DE/"], lambda: cup.play("1-0", "0-1"))
    cup.play("1-0", "0-1")
    follows(client, [*addresses, "/t/cup/rounds/3/"], cup.finish)


@pytest.mark.rotates(8)
def test_team_pages_follow_their_boards(client, orla):
    league = League(orla).start()
    addresses = pages_of(league, "best-boards/", "ratings/", "rounds/1/")
    follows(client, addresses, lambda: [league.both(table).enter("1-0", "½-½", "0-1", table=table) for table in (1, 2)])
    follows(client, addresses, league.close)


@pytest.mark.rotates(4)
def test_bracket_and_schedule_pages_follow(client, make):
    stage = make(system="knock-out").with_players(*"ABCD")
    stage.pair()
    stage.publish()
    follows(client, pages_of(stage, "bracket/"), lambda: (stage.enter(1, "1-0"), stage.enter(2, "0-1"), stage.close()))
