"""Ratings and norms on a player's page, the ratings page and the desk."""

import re
from copy import deepcopy
from dataclasses import replace
from datetime import date
from fractions import Fraction
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from pypdf import PdfReader

from standings.rating.norms import Exempt
from standings.web.ratings.changes import candidates, rated_in_words, rated_players
from tests.paper.test_paper import missing_glyphs
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.conftest import Stage, fresh
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

#: Ten players of a round robin; the first one will achieve a GM norm.
FIELD = [
    ("Aalto, Ari", 2450, "IM", "FIN"),
    *((f"Grand, {number}", 2500, "GM", ("SWE", "NOR", "EST")[number % 3]) for number in range(4)),
    *((f"Master, {number}", 2450, "IM", ("SWE", "FIN")[number % 2]) for number in range(2)),
    *((f"Home, {number}", 2400, "", "FIN") for number in range(3)),
]


@pytest.fixture(scope="module")
def module_event(module_orla):
    return play_nine_rounds(module_orla)


@pytest.fixture
def orla(module_orla, db):
    return deepcopy(module_orla)


@pytest.fixture
def event(module_event, db):
    return fresh(module_event)


def fonts_of(page):
    return [each.get_object() for each in page["/Resources"]["/Font"].values()]


def play_nine_rounds(orla):
    """Play all nine rounds: the first player wins seven games and draws the last two; all others draw."""
    stage = Stage(orla, system="round-robin", starts_on=date(2026, 2, 1))
    rows = [{"name": name, "rating": rating, "title": title, "federation": fed} for name, rating, title, fed in FIELD]
    registration.add_players(stage.orla, stage.tournament, rows)
    lost = 0
    for _round in range(9):
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.order_by("table"):
            sides = [place.player.name for place in pairing.appearances.order_by("side")]
            text = "½-½"
            if "Aalto, Ari" in sides and lost < 7:
                text, lost = ("1-0" if sides[0] == "Aalto, Ari" else "0-1"), lost + 1
            stage.enter(pairing.table, text)
        stage.close()
    return stage


class TestRatings:
    @pytest.mark.rotates(4)
    def test_change_and_performance_match_manual_calculation(self, event):
        # against four of 2500 (−50: .43), two of 2450 (.50), three of 2400 (50: .57): 4.43 expected, 8 points, K 10
        # the mean is 2455.6; 8 of 9 is .89, which is 351
        ari = next(each for each in rated_players(event.tournament) if each.player.name == "Aalto, Ari")
        assert (ari.change.expected, ari.points, ari.change.k) == (Fraction(443, 100), 8, 10)
        assert (ari.change.exact, ari.change.rounded) == (Fraction(357, 10), 36)
        assert ari.performance == 2807

    def test_ratings_page_and_players_page_show_the_change(self, event, client):
        page = client.get(at(event, "standings:ratings")).content.decode()
        assert "+35.7" in page
        player = event.tournament.players.get(name="Aalto, Ari")
        own = client.get(at(event, "player", player_id=player.public_id)).content.decode()
        assert f'<th scope="row" data-player="{player.public_id}"' in page  # by which a phone finds its player's row
        assert "Show my row" in page
        assert "Performance 2807." in own
        assert "FIDE rating +35.7 (K 10, expected 4.43)." in own

    def test_unrated_player_gets_a_first_rating(self, event):
        player = event.tournament.players.get(name="Aalto, Ari")
        registration.change_player(event.orla, event.tournament, player, rating=None)
        player.refresh_from_db()
        answer = rated_in_words(event.tournament, player)
        assert (answer.first, answer.change) == (2200, None)

    def test_other_games_have_no_ratings_page(self, make, client):
        stage = make(game="othello")
        assert client.get(at(stage, "standings:ratings")).status_code == 404

    def test_players_page_shows_no_rating_change_before_the_first_game(self, cup, client):
        player = cup.players["Ann"]
        assert rated_in_words(cup.tournament, player) is None
        assert 'id="rated"' not in client.get(at(cup, "player", player_id=player.public_id)).content.decode()


class TestNorms:
    def test_norms_go_to_the_players_who_made_them(self, event):
        made = [each for each in candidates(event.tournament) if each.norm.made]
        # a player who drew with the first has 4½ points, and 22150 / 9 is 2461: IM; one who lost has 4 points, and 2418
        named = [(each.norm.title.code, each.player.name) for each in made]
        assert named == [("GM", "Aalto, Ari"), ("IM", "Home, 0"), ("IM", "Home, 1")]
        assert (made[0].norm.average, made[0].norm.performance) == (2456, 2807)
        # 2456 requires 6½: the player has one and a half points more
        assert made[0].norm.worth == 10

    def test_desk_explains_norms_by_article(self, event, orla):
        page = signed_in(orla).get(at(event, "standings:norms")).content.decode()
        assert "Counts as a norm of 10 games." in page
        assert "1.4.5b" in page
        assert "4 opponents who are GM; at least 3 required." in page

    def test_desk_shows_what_is_needed_while_rounds_remain(self, orla):
        stage = Stage(orla, system="dutch", planned_rounds=9)
        rows = [
            {"name": name, "rating": rating, "title": title, "federation": fed} for name, rating, title, fed in FIELD
        ]
        registration.add_players(stage.orla, stage.tournament, rows)
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.order_by("table"):
            stage.enter(pairing.table, "½-½")
        page = signed_in(orla).get(at(stage, "standings:norms")).content.decode()
        assert "needed of 8 games." in page

    def test_public_page_shows_norms_with_the_host_federation(self, event, client, orla):
        lifecycle.change_settings(event.orla, event.tournament, federation="FIN")
        page = client.get(at(event, "standings:norms-for-all")).content.decode()
        desk = signed_in(orla).get(at(event, "standings:norms")).content.decode()
        text = '<section class="norm card">'
        assert page.count(text) == desk.count(text) == 3
        assert "Counts as a norm of 10 games." in page
        assert "Print norm forms" not in page
        assert "Print norm forms" in desk

    def test_public_page_shows_what_a_player_still_needs(self, orla, client):
        stage = Stage(orla, system="dutch", planned_rounds=9)
        rows = [
            {"name": name, "rating": rating, "title": title, "federation": fed} for name, rating, title, fed in FIELD
        ]
        registration.add_players(stage.orla, stage.tournament, rows)
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.order_by("table"):
            stage.enter(pairing.table, "½-½")
        assert "needed of 8 games." in client.get(at(stage, "standings:norms-for-all")).content.decode()

    def test_enough_points_are_named_in_words(self, orla):
        stage = Stage(orla, system="dutch", planned_rounds=9)
        rows = [
            {"name": name, "rating": rating, "title": title, "federation": fed} for name, rating, title, fed in FIELD
        ]
        registration.add_players(stage.orla, stage.tournament, rows)
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.order_by("table"):
            stage.enter(pairing.table, "½-½")
        one = next(each for each in candidates(stage.tournament) if each.outlook)
        enough = replace(one, outlook=replace(one.outlook, points=Fraction(0)))
        context = {"candidates": [enough], "tournament": stage.tournament}
        page = render_to_string("standings/norm_list.html", context)
        assert "No more points needed in the last 8 games." in page
        assert "0 needed" not in page

    def test_norm_forms_can_be_printed(self, event, orla):
        page = signed_in(orla).get(at(event, "standings:norm-forms"), {"host": "FIN"}).content.decode()
        for form in ("Certificate of title result (IT1)", "Tournament report (IT3)", "(FA1)"):
            assert form in page
        assert page.count("Grand, ") >= 4
        assert "Average rating of the opponents: 2456. Performance: 2807." in page

    @pytest.mark.rotates(8)
    def test_norm_forms_print_every_script(self, event, orla):
        values = {
            "city": "Oulu 奥卢",
            "federation": "FIN",
            "chief_arbiter": "山田 太郎",
            "deputy_arbiters": "שרה כהן; محمد العلي; สมชาย ใจดี; अनिल शर्मा; 김민준; Иван Петров; Αθηνά",
        }
        lifecycle.change_settings(event.orla, event.tournament, **values)
        registration.change_player(event.orla, event.tournament, event.tournament.players.first(), name="王小明")
        answer = signed_in(orla).get(at(event, "standings:norm-forms-pdf"))
        reader = PdfReader(BytesIO(answer.content))
        text = "".join(page.extract_text() for page in reader.pages)
        assert "?" not in text
        written = "".join(text.replace("\0", "").split())
        for name in ("山田太郎", "Oulu奥卢,FIN", "김민준", "ИванПетров", "Αθηνά", "王小明"):
            assert name in written, name
        fonts = {font["/BaseFont"].partition("+")[2] for page in reader.pages for font in fonts_of(page)}
        for family in ("Heebo", "NotoSansArabic", "NotoSansThai", "NotoSansDevanagari", "NotoSansCJK"):
            assert any(family in name for name in fonts), family

    @pytest.mark.rotates(8)
    def test_norm_forms_are_available_as_pdf(self, event, orla):
        values = {
            "city": "Turku",
            "federation": "FIN",
            "ends_on": date(2026, 2, 9),
            "chief_arbiter": "Zoë Ødegård",
            "deputy_arbiters": "Иван Petrov; ⴰ Wei",
            "rate_of_play": "90 minutes + 30 seconds",
        }
        lifecycle.change_settings(event.orla, event.tournament, **values)
        answer = signed_in(orla).get(at(event, "standings:norm-forms-pdf"))
        assert answer["Content-Type"] == "application/pdf"
        pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.content)).pages]
        # a certificate for each of three norms, the report, and a report for each of three arbiters
        assert len(pages) == 7
        gm, report = pages[0], pages[3]
        assert "Certificate of title result (IT1) · GM" in gm
        assert "Player IM Aalto, Ari" in gm
        assert "Turku, FIN" in gm
        assert "1 February 2026 – 9 February 2026" in gm
        assert "Opponents with this title or higher 4" in gm
        assert "Average rating of the opponents: 2456. Performance: 2807." in gm
        assert "Points: 8 of 9." in gm
        for number in range(4):
            assert re.search(rf"\d Grand, {number} (SWE|NOR|EST) GM 2500 [1½]", gm), number
        assert "Rate of play 90 minutes + 30 seconds" in report
        assert "Titled 7: 4 GM, 3 IM" in report
        assert "Federations 4: EST, FIN, NOR, SWE" in report
        assert "Norms GM Aalto, Ari; IM Home, 0; IM Home, 1" in report
        assert "Arbiter Zoë Ødegård" in pages[4]
        assert "Role chief arbiter" in pages[4]
        assert "Arbiter Иван Petrov" in pages[5]
        # a letter that no font has is not lost silently: it is printed as a box
        assert "Wei" in pages[6]
        drawn = [missing_glyphs(page) for page in PdfReader(BytesIO(answer.content)).pages]
        assert drawn[6]
        assert not any((*drawn[:3], *drawn[4:6])), "the report names all arbiters"
        assert "Role deputy arbiter" in pages[6]
        again = signed_in(orla).get(at(event, "standings:norm-forms-pdf"))
        texts = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(again.content)).pages]
        untimed = [[re.sub("Printed .*? Page", "Page", text) for text in found] for found in (pages, texts)]
        assert untimed[0] == untimed[1]

    def test_without_norms_only_the_reports_are_printed(self, orla):
        stage = Stage(orla, system="dutch", planned_rounds=9).with_players("Ann", "Bo")
        answer = signed_in(orla).get(at(stage, "standings:norm-forms-pdf"))
        pages = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
        assert ["(IT3)" in pages[0], "(FA1)" in pages[1], len(pages)] == [True, True, 2]

    def test_requirement_of_mixed_federations_can_be_waived(self, event):
        home = event.tournament.players.exclude(name="Aalto, Ari")
        for player in home:
            registration.change_player(event.orla, event.tournament, player, federation="FIN")
        assert not [each for each in candidates(event.tournament) if each.norm.made]
        freed = candidates(event.tournament, exempt=Exempt.NATIONAL)
        assert [each.norm.title.code for each in freed if each.norm.made] == ["GM", "IM", "IM"]

    def test_norm_pages_are_closed_to_the_public_and_missing_in_other_games(self, event, make, orla, client):
        assert client.get(at(event, "standings:norms")).status_code == 302
        other = make(game="othello")
        assert client.get(at(other, "standings:norms-for-all")).status_code == 404
        for name in ("standings:norms", "standings:norm-forms", "standings:norm-forms-pdf"):
            assert signed_in(orla).get(at(other, name)).status_code == 404


def test_blitz_tournament_has_no_norms(event, client):
    assert candidates(event.tournament)
    event.tournament.time_control = "180+2"
    event.tournament.save()
    assert candidates(event.tournament) == []
    assert client.get("/t/cup/norms/").status_code == 404
    assert "/t/cup/norms/" not in client.get("/t/cup/ratings/").content.decode()
