"""Documents of an event as PDF: they match the pages, and only those with the right can print them."""

import re
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from pypdf import PdfReader

from paper.press import print_document
from paper.sheets import Document, Match
from standings.web.papers import orders
from standings.web.papers.brackets import cut_rounds
from standings.web.papers.catalogue import AT_THE_END, OF_ROUND, PAPERS
from standings.web.papers.hall_papers import schedule_chart
from standings.web.papers.round_sheets import OfRound, cutting_order, names_of_all
from tests.paper.test_paper import NAMES as SCRIPTS
from tests.paper.test_paper import missing_glyphs
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import Program
from tests.tournaments.setup.test_prizes import FUND
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.models import Tournament
from tournaments.people import tokens
from tournaments.rounds.rounds import publish_schedule
from tournaments.setup import rules
from tournaments.stages.bracket import is_knock_out
from tournaments.teams import members

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bo", "Cy", "Di")
NOT_YET = timezone.now() + timedelta(days=1)


def words(answer):
    assert answer.status_code == 200, answer.status_code
    assert answer["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(answer.content)).pages]


def of_round(stage, key, number=1, **asked):
    where = reverse("standings:print-round", args=[stage.tournament.slug, number, key])
    return signed_in(stage.orla.user).get(where, asked)


def of_event(stage, key, **asked):
    return signed_in(stage.orla.user).get(reverse("standings:print-event", args=[stage.tournament.slug, key]), asked)


@pytest.fixture
def running(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*NAMES, rating=2000, federation="FIN")
    stage.play("1-0", "½-½")
    stage.pair()
    stage.publish()
    return stage


@pytest.mark.rotates(4)
def test_page_lists_all_documents_starting_with_the_whole_round(running):
    client = signed_in(running.orla.user)
    page = client.get(reverse("standings:print", args=[running.tournament.slug])).text
    links = re.findall(r'href="(/t/[^"]+\.pdf)\?size=A4(?:&amp;language=[^"]*)?"', page)
    assert links[0].endswith("/rounds/2/round.pdf")
    wanted = [paper.key for paper in PAPERS if paper.when != AT_THE_END and paper.is_for(running.tournament)]
    assert [link.rpartition("/")[2].removesuffix(".pdf") for link in links] == wanted
    for link in links:
        assert words(client.get(link))
    assert "Letter" in client.get(reverse("standings:print", args=[running.tournament.slug]), {"size": "Letter"}).text


def test_whole_round_has_tables_names_and_slips(running):
    by_table, by_name, slips = words(of_round(running, "round", 2))
    for row in running.round.pairings.all():
        first, second = (each.player for each in row.appearances.order_by("side"))
        assert re.search(rf"{row.table} [\d½]+ {first.name} 2000 – {second.name} 2000", by_table)
        for player in (first, second):
            assert re.search(rf"{player.name} {row.table} [WB]", by_name)
            assert player.name in slips
    assert "Page 1 of 3" in by_table
    assert "Page 2 of 3" in by_name
    assert by_name.index("Ann") < by_name.index("Bo") < by_name.index("Cy") < by_name.index("Di")
    assert "½ – ½" in slips


@pytest.mark.rotates(len(settings.LANGUAGES))
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_letter_of_any_language_is_missing(make, language):
    """All documents of a tournament with names in twelve scripts and of 75 letters, and titles in Japanese."""
    stage = make(system="round-robin", planned_rounds=15).with_players(*SCRIPTS, rating=2000, federation="FIN")
    Tournament.objects.filter(pk=stage.tournament.pk).update(name=" ".join(SCRIPTS)[:75])
    stage.tournament.refresh_from_db()
    stage.pair()
    stage.publish()
    asked = orders.PrintOrder(stage.orla, "", "http://10.0.0.5/t/cup/")
    for paper in PAPERS:
        if paper.is_for(stage.tournament):
            wanted = orders.PaperRequest(stage.tournament, stage.round, language=language, second="ja")
            pages = PdfReader(BytesIO(print_document(orders.document(paper, wanted, asked)))).pages
            assert sum(map(missing_glyphs, pages)) == 0, paper.key


@pytest.mark.rotates(2)
def test_sheet_shows_date_and_time_of_printing_in_the_format_of_pages(running):
    (text,) = words(of_event(running, "players", language="en"))
    assert re.search(r"Printed \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d", text)


@pytest.mark.rotates(2)
def test_start_list_leaves_out_empty_columns(make, running):
    assert "Federation" in words(of_event(running, "players"))[0]
    bare = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
    text = words(of_event(bare, "players"))[0]
    assert "1 Ann" in text
    assert "Federation" not in text


def test_slip_for_teams_has_a_line_for_each_board(make):
    stage = make(system="team-swiss", planned_rounds=2, best_of=3).with_players("Oulu", "Riga")
    stage.pair()
    (slip,) = (each for each in OfRound(stage.round).slips().slips if each)
    assert [line[0] for line in slip.boards] == ["1", "2", "3"], "no line-up is known"


@pytest.mark.parametrize(("language", "word"), [("en", "bye"), ("fi", "vapaakierros")])
def test_byes_are_printed_in_words(make, language, word):
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy")
    stage.pair()
    with override(language):
        sheet = OfRound(stage.round)
        by_name, by_table = sheet.names(), sheet.pairings()
        of_event = names_of_all([stage.round])
    assert ("Cy", word, "") in by_name.rows
    assert ("Cy", "", word, "") in of_event.rows
    assert word in by_table.rows[-1]


def test_chart_for_30_players_fits_on_one_sheet(make):
    stage = make(system="round-robin").with_players(*(f"Player {at}" for at in range(30)))
    publish_schedule(stage.orla, stage.tournament)
    chart = schedule_chart(stage.tournament)[0]
    page = Document(title="x", event="x", language="en", printed="", page="", sheets=(chart,))
    assert len(PdfReader(BytesIO(print_document(page))).pages) == 1


def test_slips_are_in_cutting_order():
    assert cutting_order("abcdefghi", 4) == ("a", "d", "g", None, "b", "e", "h", None, "c", "f", "i", None)


@pytest.mark.rotates(2)
def test_standings_and_cross_table_match_the_page(running):
    (text,) = words(of_event(running, "standings"))
    assert "after round 1" in text
    places = [text.index(name) for name in re.findall(r"1 (\w+) FIN 1 ", text) + re.findall(r"4 (\w+) FIN 0 ", text)]
    assert len(places) == 2
    assert "BH" in text
    (cross,) = words(of_event(running, "cross-table"))
    assert re.search(r"1 \w+ \d[WB] 1 1", cross)


@pytest.mark.rotates(2)
def test_bulletin_has_last_results_standings_and_next_pairings(running):
    text = " ".join(words(of_event(running, "bulletin")))
    assert text.index("Results · Round 1") < text.index("Standings · after round 1") < text.index("Pairings · Round 2")


@pytest.mark.rotates(2)
def test_certificates_and_prizes_are_available_after_the_finish(running):
    assert of_event(running, "certificates").status_code == 404
    running.enter(1, "1-0")
    running.enter(2, "1-0")
    running.close()
    running.finish()
    for design in ("plain", "frame", "laurel"):
        pages = words(of_event(running, "certificates", design=design, places=2))
        assert len(pages) == 2
        assert "Place 1" in pages[0]
    assert of_event(running, "prizes").status_code == 404


@pytest.mark.rotates(2)
def test_prize_list_names_winners_and_amounts(running):
    rules.set_prizes(running.orla, running.tournament, FUND)
    assert of_event(running, "prizes").status_code == 404
    running.enter(1, "1-0")
    running.enter(2, "0-1")
    running.close()
    running.finish()
    running.tournament.refresh_from_db()
    (text,) = words(of_event(running, "prizes"))
    won = RULE_BOOKS[0].prizes(running.tournament, RULE_BOOKS[0].places(running.tournament)).won
    assert won
    for each in won:
        assert re.search(rf"{each.category} {each.place} {each.player.name} {re.escape(each.prize)}", text)


@pytest.mark.rotates(2)
def test_staff_who_see_a_draft_can_print_it(running):
    running.enter(1, "1-0")
    running.enter(2, "1-0")
    running.close()
    running.pair()
    assert len(words(of_round(running, "slips", 3))) == 1


def test_visitors_are_sent_to_sign_in(running, client):
    for name, more in (("print", []), ("print-event", ["standings"]), ("print-round", [1, "pairings"])):
        answer = client.get(reverse(f"standings:{name}", args=[running.tournament.slug, *more]))
        assert answer.status_code == 302
        assert "sign-in" in answer["Location"] or "login" in answer["Location"]


@pytest.mark.parametrize("key", ["no-such", "pairings"])
def test_unavailable_documents_are_not_found(running, key):
    assert of_event(running, key).status_code == 404
    assert of_round(running, "standings").status_code == 404


def test_bracket_is_printed_with_its_scores(make):
    stage = make(system="knock-out").with_players(*NAMES)
    stage.play("1-0", "0-1")
    text = " ".join(words(of_event(stage, "bracket")))
    assert is_knock_out(stage.tournament.stages.get())
    assert "Semi-finals" in text
    assert "Final" in text
    assert all(name in text for name in NAMES)


def test_losers_bracket_and_finals_are_printed(make):
    stage = make(system="knock-out", options={"lives": "two"}).with_players(*(f"Player {at:02}" for at in range(1, 9)))
    stage.pair()
    stage.publish()
    pages = words(of_event(stage, "bracket"))
    text = " ".join(pages)
    for each in ("Losers bracket", "Losers round 1", "Grand final", "Loser of match 1", "Winner of match"):
        assert each in text, each
    assert of_event(stage, "bracket-parts").status_code == 404


@pytest.mark.rotates(2)
def test_large_bracket_is_printed_on_large_paper_or_in_parts(make):
    names = [f"Longest-Surname Of-Player-{at:02}, Given Names" for at in range(1, 65)]
    stage = make(system="knock-out").with_players(*names)
    stage.pair()
    stage.publish()
    answer = of_event(stage, "bracket")
    page, *_third_place = PdfReader(BytesIO(answer.content)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 1191)
    text = "".join(page.extract_text().split())
    assert [name for name in names if "".join(name.split()) not in text] == []
    parts = words(of_event(stage, "bracket-parts"))
    assert "part 1 of 2" in parts[0]
    assert "last rounds" in parts[2]


def test_bracket_is_cut_into_parts_that_fit_together():
    tree = [(str(of), tuple(Match(f"{of}.{at}", "") for at in range(of))) for of in (8, 4, 2, 1)]
    first, second, late = cut_rounds(tree, 4)
    assert [[match.first for match in row] for _name, row in second] == [
        ["8.4", "8.5", "8.6", "8.7"], ["4.2", "4.3"], ["2.1"],
    ]  # fmt: skip
    assert [len(row) for _name, row in first] == [4, 2, 1]
    assert [len(row) for _name, row in late] == [2, 1]
    assert cut_rounds(tree, 8) == [tree]
    assert cut_rounds([("", tree[0][1][:6]), ("", tree[0][1][:3])], 4) == [
        [("", tree[0][1][:6]), ("", tree[0][1][:3])],
    ]  # fmt: skip


@pytest.mark.rotates(2)
def test_groups_are_printed_as_cross_tables_with_empty_boxes(make):
    stage = make(system="groups").with_players(*(f"Player {at}" for at in range(1, 9)))
    stage.play(*["1-0"] * 4)
    text = " ".join(words(of_event(stage, "groups")))
    assert "Group A" in text
    assert "Group B" in text
    assert all(f"Player {at}" in text for at in range(1, 9))


@pytest.mark.rotates(2)
def test_schedule_is_printed_as_a_chart_and_a_list_with_empty_boxes(make):
    stage = make(system="round-robin").with_players(*NAMES)
    assert of_event(stage, "schedule").status_code == 404, "nothing is published"
    stage.pair()
    stage.publish()
    chart, games = words(of_event(stage, "schedule"))
    assert re.search(r"1 \w+ × \d[WB] \d[WB] \d[WB] 2", chart)
    assert len(re.findall(r"\b[123] [12] (?:Ann|Bo|Cy|Di) (?:Ann|Bo|Cy|Di)\b", games)) == 6


@pytest.mark.rotates(4)
def test_score_sheets_and_place_cards_name_players_and_tables(running):
    sheets = words(of_round(running, "score-sheets", 2))
    assert len(sheets) == 2, "two games, two sheets on a page"
    for row, page in zip(running.round.pairings.order_by("table"), sheets, strict=True):
        first, second = (each.player.name for each in row.appearances.order_by("side"))
        assert len(re.findall(rf"White {first} Black {second} Round 2 Table {row.table}", page)) == 2
        assert "60" in page
    cards = " ".join(words(of_round(running, "cards", 2)))
    for name in NAMES:
        assert len(re.findall(rf"\b{name}\b", cards)) == 2, "a card is read from both sides"
    assert "FIN · 2000" in cards


@pytest.mark.rotates(2)
def test_team_match_has_slips_for_captains_and_reports_for_arbiters(make):
    stage = make(system="team-swiss", of_teams=True, best_of=4, planned_rounds=3).with_players("Oulu", "Riga")
    for name in ("Oulu", "Riga"):
        team = stage.players[name]
        members.set_members(stage.orla, stage.tournament, team, [{"name": f"{name} member {at}"} for at in range(1, 6)])
    stage.pair()
    stage.publish()
    slips = " ".join(words(of_round(stage, "line-ups")))
    assert "Oulu Opponent Riga" in slips
    assert "Riga Opponent Oulu" in slips
    assert "5 Oulu member 5" in slips
    (report,) = words(of_round(stage, "match-reports"))
    assert re.search(r"1 (?:White|\(White\))? ?.*2 .*3 .*4 .*Total", report)
    assert "Oulu: captain" in report
    assert of_round(stage, "score-sheets").status_code == (200 if stage.tournament.game == "chess" else 404)


@pytest.mark.rotates(4)
@pytest.mark.parametrize(("of", "settings"), [
    ("teams", {"system": "team-swiss", "of_teams": True, "best_of": 4, "planned_rounds": 3}),
    ("pods", {"system": "pods", "game": "cards", "planned_rounds": 3}),
    ("partners", {"system": "partners", "game": "padel", "planned_rounds": 3}),
])  # fmt: skip
def test_every_kind_of_table_prints_all_documents_of_a_round(make, of, settings):
    stage = make(**settings).with_players(*NAMES)
    stage.pair()
    stage.publish()
    for paper in PAPERS:
        if paper.when == OF_ROUND and paper.is_for(stage.tournament) and paper.key != "score-sheets":
            text = " ".join(words(of_round(stage, paper.key)))
            assert all(name in text for name in NAMES), paper.key


def program(stage, *scopes):
    """Return a program with a token of these scopes."""
    secret = tokens.create_token(stage.orla, stage.tournament, name="Desk", scopes=list(scopes), expires_at=NOT_YET)[1]
    return Program(stage.tournament, secret)


@pytest.mark.rotates(4)
def test_api_offers_every_document_of_the_page(running):
    asking = program(running, "read", "results:write", "pairings:write")
    listed = asking.get("/papers").json()
    page = signed_in(running.orla.user).get(reverse("standings:print", args=[running.tournament.slug])).text
    of_page = re.findall(r'href="/t/[^"]+/([a-z-]+).pdf', page)
    assert {each["key"] for each in listed["papers"]} == set(of_page)
    for each in listed["papers"]:
        if each["round"] in {None, 2}:
            assert words(asking.client.get(each["address"], headers=asking.headers)), each
    assert listed["everything"].endswith("/papers.zip")


@pytest.mark.rotates(2)
def test_api_client_chooses_paper_and_language(running):
    asking = program(running, "results:write")
    answer = asking.get("/rounds/2/papers/pairings.pdf?size=Letter&language=fi&second_language=en")
    (page,) = PdfReader(BytesIO(answer.content)).pages
    assert round(page.mediabox.width) == 612
    assert "Pairings" in page.extract_text()
    assert answer["Content-Disposition"].endswith('-pairings-2.pdf"')
    assert answer["ETag"]
    same = asking.get("/papers/standings.pdf", Accept="application/pdf")
    assert same["Content-Type"] == "application/pdf"


@pytest.mark.rotates(2)
@pytest.mark.parametrize(("path", "status", "code"), [
    ("/papers/certificates.pdf", 404, "no-paper"),
    ("/papers/pairings.pdf", 404, "not-found"),
    ("/papers/no-such.pdf", 404, "not-found"),
    ("/rounds/2/papers/standings.pdf", 404, "not-found"),
    ("/rounds/3/papers/pairings.pdf", 404, "not-found"),
    ("/papers/standings.pdf?size=A5", 422, "query"),
    ("/papers/certificates.pdf?places=0", 422, "query"),
])  # fmt: skip
def test_api_explains_unavailable_documents(running, path, status, code):
    answer = program(running, "results:write").get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_api_needs_scope_results_write_for_documents(running):
    answer = program(running, "read").get("/papers.zip")
    assert (answer.status_code, answer.json()["scopes"]) == (403, ["results:write"])
    assert Program(running.tournament).get("/papers/standings.pdf").status_code == 401


@pytest.mark.rotates(8)
def test_all_documents_are_one_zip_file_on_page_and_api(running):
    page = of_everything(running)
    assert page["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(page.content)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        assert "Ann" in " ".join(each.extract_text() for each in PdfReader(archive.open("standings.pdf")).pages)
    of_round = {paper.key for paper in PAPERS if paper.when == OF_ROUND and paper.is_for(running.tournament)} - {
        "round"
    }
    for number in (1, 2):
        assert {name for name in names if name.startswith(f"round-0{number}/")} == {
            f"round-0{number}/{key}.pdf" for key in of_round
        }
    assert "certificates.pdf" not in names
    answer = program(running, "results:write", "pairings:write").get("/papers.zip")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.namelist() == names


@pytest.mark.rotates(2)
def test_norm_forms_need_the_right_to_pair(running):
    forms = words(of_event(running, "norm-forms"))
    assert any("Tournament report (IT3)" in text for text in forms), forms
    helper = program(running, "results:write")
    assert "norm-forms" not in {each["key"] for each in helper.get("/papers").json()["papers"]}
    assert helper.get("/papers/norm-forms.pdf").status_code == 404
    with ZipFile(BytesIO(helper.get("/papers.zip").content)) as archive:
        assert "norm-forms.pdf" not in archive.namelist()
    with ZipFile(BytesIO(of_everything(running).content)) as archive:
        assert "norm-forms.pdf" in archive.namelist()


@pytest.mark.rotates(2)
def test_every_player_has_a_name_badge(running):
    (sheet,) = words(of_event(running, "name-badges"))
    assert all(name in sheet for name in NAMES)
    assert sheet.count("2000 · FIN") == len(NAMES)


@pytest.mark.rotates(8)
def test_zip_file_for_a_helper_has_no_draft(running):
    running.enter(1, "1-0")
    running.enter(2, "1-0")
    running.close()
    running.pair()
    with ZipFile(BytesIO(of_everything(running).content)) as archive:
        assert "round-03/slips.pdf" in archive.namelist()
    answer = program(running, "results:write").get("/papers.zip")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert "round-03/slips.pdf" not in archive.namelist()
        assert "round-02/slips.pdf" in archive.namelist()


def of_everything(stage):
    return signed_in(stage.orla.user).get(reverse("standings:print-everything", args=[stage.tournament.slug]))


def places(page):
    """Return each piece of text of a page with its place, in the order of the page: from the left, from the bottom."""
    found = []
    page.extract_text(
        visitor_text=lambda text, page, own, *_: found.append((text.strip(), page[4] + own[4], page[5] + own[5]))
    )
    return found


@pytest.mark.parametrize("key", ["pairings", "slips"])
def test_rating_stands_behind_a_right_to_left_name(make, key):
    stage = make(system="dutch", planned_rounds=3).with_players("שרה", "Bo", rating=2345)
    stage.pair()
    stage.publish()
    page = PdfReader(BytesIO(of_round(stage, key).content)).pages[0]
    assert missing_glyphs(page) == 0
    found = places(page)
    (name,) = [place for place in found if place[0] == "שרה"]
    (rating,) = [place for place in found if place[0].startswith("2345") and abs(place[2] - name[2]) < 2]
    assert rating[1] > name[1]
