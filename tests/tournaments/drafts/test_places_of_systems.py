"""Systems that set the places themselves: pages show the system's values instead of points."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.hall import clock

pytestmark = pytest.mark.django_db

#: For each system, the value that decides its places.
SCORED = {"ladder": "", "knock-out": "", "keizer": "Keizer score", "arena": "Arena score"}


@pytest.fixture(params=sorted(SCORED))
def cup(request, make):
    """A tournament with round 1 closed, in which the first player at each table won, and round 2 running."""
    cup = make(game="chess", system=request.param, planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "1-0")
    cup.pair()
    cup.publish()
    cup.system = request.param
    return cup


def read(client, path):
    text = client.get(path).content.decode()
    return " ".join(re.sub(r"<(script|head|style).*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL).split())


def says_what_it_goes_by(cup, text):
    assert not re.search(r"\bpoints?\b", text, re.IGNORECASE), text
    if SCORED[cup.system]:
        assert re.search(rf"{SCORED[cup.system]}", text), text


def test_draft_of_a_knock_out_shows_no_points(make, orla):
    cup = make(game="chess", system="knock-out").with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "1-0")
    cup.pair()
    client = signed_in(orla)
    lines = client.get(f"/t/{cup.tournament.slug}/desk/rounds/2/").context["lines"]
    assert {(line.row.was_first, line.row.was_second) for line in lines} == {("", "")}


def scores_of(cup):
    """Return the scores in the standings, place by place."""
    rows = Client().get("/api/v1/tournaments/cup/standings").json()["rows"]
    return [row["player"]["name"] for row in rows]


def test_tournament_page_and_embedded_standings_show_the_values_of_the_system(cup, client):
    leaders = read(client, "/t/cup/").partition("Place")[2]
    says_what_it_goes_by(cup, leaders)
    embedded = read(client, "/embed/cup/standings/")
    says_what_it_goes_by(cup, embedded)
    assert scores_of(cup)[0] in embedded


def test_player_page_and_card_show_the_values_of_the_system(cup, client):
    winner = scores_of(cup)[0]
    key = cup.players[winner].public_id
    card = read(client, f"/t/cup/players/{key}/card/")
    assert re.search(r"Place 1(–\d)? of 4", card)
    says_what_it_goes_by(cup, card)
    page = read(client, f"/t/cup/players/{key}/")
    assert "Place 1" in page
    assert not re.search(r"\d points?\b", page)


def test_hall_screen_shows_the_values_of_the_system(cup, client):
    clock.set_screen(cup.orla, cup.tournament, shows=["standings"], message="", depth=20)
    answer = read(client, "/t/cup/screen/").partition("Standings")[2]
    line = r"\d [A-Z]\w+ \d+" if SCORED[cup.system] else r"\d(–\d)? [A-Z]\w+"
    assert re.fullmatch(rf"({line} ?){{4}}", answer.strip()), answer


@pytest.mark.rotates(2)
def test_podium_and_certificates_show_the_values_of_the_system(cup, orla, client):
    for table in cup.round.pairings.order_by("table"):
        cup.enter(table.table, "1-0")
    cup.close()
    cup.finish()
    says_what_it_goes_by(cup, read(client, "/t/cup/").partition("1")[2])
    printed = read(signed_in(orla), "/t/cup/desk/certificates/")
    assert "Place 1" in printed
    says_what_it_goes_by(cup, printed.partition("Place 1")[2])


def test_comparison_with_other_rules_is_refused_with_the_reason(cup, client):
    assert "Compare with other rules" not in read(client, "/t/cup/standings/")
    why = "Places follow from the pairing system, so other rules would change nothing."
    for asked in ("", "?with=fide-2026"):
        answer = client.get(f"/t/cup/standings/comparison/{asked}")
        assert answer.status_code == 422
        assert why in answer.content.decode()
        assert "<select" not in answer.content.decode()
    for path, name in (("standings/comparison?with=fide-2026", "with"), ("standings?rules=fide-2026", "rules")):
        text = client.get(f"/api/v1/tournaments/cup/{path}")
        assert text.status_code == 422
        assert (text.json()["code"], text.json()["errors"][0]["pointer"]) == ("places-of-system", f"/{name}")
        assert text.json()["detail"] == why
    assert client.get("/t/cup/standings/?rules=fide-2026").status_code == 404


def test_systems_with_points_offer_the_comparison(make, client):
    make().with_players("Ann", "Bo", "Cy", "Di").play("1-0", "1-0")
    assert "Compare with other rules" in read(client, "/t/cup/standings/")
    assert client.get("/t/cup/standings/comparison/?with=fide-2026").status_code == 200
    assert "Points" in read(client, "/embed/cup/standings/")


def test_comparison_offers_similar_rules_first(make, client):
    make().with_players("Ann", "Bo", "Cy", "Di").play("1-0", "1-0")
    address = "/t/cup/standings/comparison/"
    page = client.get(address)
    offered = [each["name"] for each in page.context["alike"]]
    assert offered[0] == "FIDE 2024, round robin"
    assert "Football: La Liga" not in offered
    assert "Sonneborn-Berger" in " ".join(page.context["alike"][0]["criteria"])
    assert "Nobody's place changes." in unescape(page.text)
    assert re.search(r'value="fide-2024"\s+selected', page.text)
    (link,) = re.findall(r'href="([^"]*)">FIDE 2024, round robin</a>', page.text)
    chosen = client.get(address + unescape(link))
    assert chosen.context["chosen"] == "fide-2024"
    assert "alike" not in chosen.context
    first, *others = page.context["alike"]
    assert first["moves"] == len(chosen.context["moved"])
    assert [each["moves"] for each in others] == [
        len(client.get(address + unescape(each["at"])).context["moved"]) for each in others
    ]


@pytest.mark.rotates(2)
def test_comparison_can_show_only_players_who_move(make, client):
    stage = make().with_players(*"ABCDEFGH")
    stage.play("1-0", "0-1", "1-0", "½-½")
    stage.play("½-½", "1-0", "0-1", "1-0")
    stage.play("0-1", "½-½", "1-0", "0-1")
    address = "/t/cup/standings/comparison/"
    keys = [key for key, _name in client.get(address).context["rule_sets"]]
    pages = {key: client.get(address, {"with": key}) for key in keys}
    moving = {key: len(page.context["moved"]) for key, page in pages.items()}
    partly = next(key for key, count in moving.items() if 0 < count < 8)
    assert pages[partly].text.partition('id="both"')[2].count('<th scope="row"') == 8
    (link,) = re.findall(r'href="([^"]*)">Show only changed places', pages[partly].text)
    fewer = client.get(address + unescape(link).partition("#")[0])
    assert fewer.text.partition('id="both"')[2].count('<th scope="row"') == moving[partly]
    assert "Show all" in fewer.text
    assert "<details>" not in fewer.text.partition('id="both"')[0].rpartition("<h2>")[2]
    nobody = next((key for key, count in moving.items() if count == 0), None)
    if nobody is not None:
        shown = client.get(address, {"with": nobody, "moved": "1"}).text
        assert shown.partition('id="both"')[2].count('<th scope="row"') == 8


@pytest.mark.parametrize(("second", "named"), [("½-½", True), ("1-0", False)], ids=["one leader", "two leaders"])
def test_head_links_to_the_leaders_and_names_a_sole_one(make, client, second, named):
    make().with_players("Ann", "Bo", "Cy", "Di").play("1-0", second)
    page = client.get("/t/cup/")
    link = page.text.partition('href="#top-places"')[2].partition("</a>")[0]
    assert "Leaders" in link
    assert (page.context["leaders"][0].player.name in link) == ("1" in link) == named
    assert '<section class="card" id="top-places">' in page.text


def test_in_or_out_is_linked_above_the_standings(make, client):
    stage = make().with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "½-½")
    assert "In or out" not in client.get("/t/cup/standings/").text
    stage.pair()
    stage.publish()
    assert "In or out" in client.get("/t/cup/standings/").text.partition('id="standings"')[0]


def test_comparison_folds_both_tables_if_nobody_moves(make, client):
    make().with_players("Ann", "Bo").play("1-0")
    page = client.get("/t/cup/standings/comparison/", {"with": "fide-2024"})
    assert not page.context["moved"]
    before, _table, both = page.text.partition('id="both"')
    assert "<details>" in before.rpartition("<h2>")[2]
    assert both.count('<th scope="row"') == 2
