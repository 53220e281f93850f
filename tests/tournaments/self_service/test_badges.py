"""Badges: the secret of a badge links a phone to its player and appears nowhere else."""

import re
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override
from pypdf import PdfReader

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import Program, token_of  # noqa: F401 a fixture
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who, rights
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import Badge, JournalEntry, Tournament
from tournaments.models.fields import LETTERS_TYPED, typed_secret
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.self_service import badges
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db


def give(stage, name, seed="seed"):
    """Return the secret of a new badge."""
    player = stage.players[name]
    value = typed_secret(seed, player.public_id)
    badges.make_badges(stage.orla, stage.tournament, {player: value})
    return value


def phone_of(value, client=None):
    """Return a phone that has opened the code of a badge."""
    phone = client or Client()
    answer = phone.post("/b/", {"code": value})
    assert answer.status_code == 302, answer.content
    return phone


def at(stage, path=""):
    return f"/t/{stage.tournament.slug}/{path}"


class TestSecret:
    def test_has_128_bits_and_no_ambiguous_letters(self):
        value = typed_secret("seed", "abc")
        assert re.fullmatch(r"[2-9abcdefghjkmnpqrstvwxyz]{27}", value)
        assert 30**LETTERS_TYPED > 2**128
        assert len({typed_secret(seed, key) for seed in "ab" for key in "cd"}) == 4

    def test_is_stored_only_as_a_hash(self, cup):
        value = give(cup, "Ann")
        answer = repr([Badge.objects.values(), list(JournalEntry.objects.values())])
        assert value not in answer
        assert value.encode() not in files.write(cup.tournament)
        assert Badge.objects.get().secret_hash.encode() not in files.write(cup.tournament)

    def test_is_accepted_with_spaces_and_capitals(self, cup):
        value = give(cup, "Ann")
        spaced = " ".join(value[at : at + 3] for at in range(0, 27, 3)).upper()
        answer = phone_of(f" {spaced} ").get(at(cup, "me/"))
        assert answer.status_code == 200
        assert b"Ann" in answer.content

    def test_can_be_typed_behind_the_address_that_the_badge_shows(self, client):
        answer = client.get("/b/Nwg 7yp 2rz", follow=True)
        assert answer.redirect_chain[-1][0] == "/b/#Nwg7yp2rz"
        assert answer.status_code == 200

    def test_is_in_a_cookie_for_own_pages_only_and_in_no_response(self, cup):
        value = give(cup, "Ann")
        phone = Client()
        came = phone.post("/b/", {"code": value})
        cookie = came.cookies["badge"]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (at(cup, "me/"), True, "Lax")
        assert value not in came["Location"]
        own = phone.get(at(cup, "me/"))
        assert value not in own.content.decode() + repr(own.headers)
        assert "no-store" in own["Cache-Control"]
        assert own["Referrer-Policy"] == "same-origin"

    @pytest.mark.rotates(4)
    def test_is_never_in_public_pages(self, cup):
        PAGES.clear()
        value = give(cup, "Ann")
        phone = Client()
        phone.cookies["badge"] = value  # a browser would not send it there
        pages = [at(cup), at(cup, "players/"), at(cup, f"players/{cup.players['Ann'].public_id}/")]
        shown = [phone.get(page) for page in pages]
        assert all(value not in page.content.decode() + repr(page.headers) for page in shown)
        assert [Client().get(page).content for page in pages] == [page.content for page in shown]

    @pytest.mark.parametrize("value", ["", " ", "wrong", "x" * 27, "y" * 5000, "<b>"])
    def test_invalid_secret_is_refused(self, cup, value):
        give(cup, "Ann")
        answer = Client().post("/b/", {"code": value})
        assert answer.status_code == 422
        assert b"This badge is not valid" in answer.content
        assert "badge" not in answer.cookies

    def test_secret_of_another_tournament_opens_no_pages(self, cup, make):
        other = make(name="Bowl").with_players("Eve")
        phone = phone_of(give(other, "Eve"))
        phone.cookies["badge"]["path"] = "/"
        assert phone.get(at(cup, "me/")).status_code == 302


class TestPlayer:
    def test_has_no_staff_rights(self, cup):
        give(cup, "Ann")
        who = Who.player(Badge.objects.select_related("player").get())
        assert rights(who, cup.tournament) == {Right.SEE, Right.PLAY}
        with pytest.raises(Refused):
            badges.revoke_badges(who, cup.tournament, cup.players.values())

    def test_can_sign_out(self, cup):
        phone = phone_of(give(cup, "Ann"))
        phone.post(at(cup, "me/leave/"))
        assert phone.get(at(cup, "me/")).status_code == 302

    @pytest.mark.parametrize("how", ["revoke", "another", "undo"])
    def test_loses_access_at_once_when_the_badge_ends(self, cup, how):
        old = give(cup, "Ann")
        phone, who = phone_of(old), Who.player(Badge.objects.select_related("player").get())
        if how == "revoke":
            badges.revoke_badges(cup.orla, cup.tournament, [cup.players["Ann"]])
        elif how == "another":
            give(cup, "Ann", "another")
        else:
            undo.undo(cup.orla, cup.tournament, JournalEntry.objects.get(verb="make-badges"))
        assert phone.get(at(cup, "me/")).status_code == 302
        assert Right.PLAY not in rights(who, cup.tournament)
        assert Client().post("/b/", {"code": old}).status_code == 422

    @pytest.mark.rotates(4)
    def test_keeps_the_badge_after_moving_to_another_section(self, cup):
        value = give(cup, "Ann")
        names = {"event": "Cups", "own": "A", "section": "B"}
        other = events.add_section(cup.orla, cup.tournament, **names)
        events.move_players(cup.orla, [cup.players["Ann"]], other)
        answer = phone_of(value).get(f"/t/{other.slug}/me/")
        assert answer.status_code == 200
        undo.undo(cup.orla, other, JournalEntry.objects.get(verb="move-players", tournament=other))
        assert phone_of(value).get(at(cup, "me/")).status_code == 200


class TestBadgeSheet:
    def sheet(self, client, cup):
        page = client.get(at(cup, "desk/badges/")).content.decode()
        form = re.search(r'name="sheet" value="(\w+)".*?name="players"\s+value="([\w,]+)"', page, re.DOTALL)
        return {"sheet": form[1], "players": form[2]}

    @pytest.mark.rotates(4)
    def test_second_submission_shows_the_same_codes(self, cup, orla):
        client = signed_in(orla)
        form = self.sheet(client, cup)
        first, second = (client.post(at(cup, "desk/badges/"), form).content.decode() for _time in (1, 2))
        typed = [re.findall(r"<code>([\w ]+)</code>", page) for page in (first, second)]
        assert typed[0] == typed[1]
        assert len(set(typed[0])) == len(cup.players)
        assert phone_of(typed[0][0]).get(at(cup, "me/")).status_code == 200
        page = client.get(at(cup, "desk/badges/")).content.decode()
        assert not any(value in page or value.replace(" ", "") in page for value in typed[0])
        assert JournalEntry.objects.filter(verb="make-badges").count() == 1

    @pytest.mark.rotates(4)
    def test_distinguishes_players_with_the_same_name(self, cup, orla):
        rows = [{"name": "Ann", "rating": 1500, "club": "Oulu"}, {"name": "Zoe", "rating": 1700}]
        registration.add_players(cup.orla, cup.tournament, rows)
        client = signed_in(orla)
        page = " ".join(client.post(at(cup, "desk/badges/"), self.sheet(client, cup)).content.decode().split())
        _head, first, second, *others = page.split('<p class="name"')
        assert "No. 1 of 2 players with this name" in first
        assert "No. 2 of 2 players with this name" in second
        assert "1500 · Oulu" in second
        assert "1700" in others[-1]
        assert not any("with this name" in each for each in others)

    def test_is_printed_with_the_same_codes_and_not_stored(self, cup, orla):
        client = signed_in(orla)
        form = self.sheet(client, cup)
        page = client.post(at(cup, "desk/badges/"), form).content.decode()
        answer = client.post(f"{at(cup, 'desk/badges/')}?paper=A4", form)
        assert answer["Content-Type"] == "application/pdf"
        text = " ".join(PdfReader(BytesIO(answer.content)).pages[0].extract_text().split())
        typed = re.findall(r"<code>([\w ]+)</code>", page)
        assert typed
        assert [each for each in typed if each.replace(" ", "") not in text.replace(" ", "")] == []
        assert all(name in text for name in cup.players)
        assert JournalEntry.objects.filter(verb="make-badges").count() == 1
        assert 'formaction="?paper=Letter"' in page

    def test_is_in_the_language_of_the_tournament(self, cup, orla):
        Tournament.objects.filter(pk=cup.tournament.pk).update(language="fi")
        client = signed_in(orla)
        form = self.sheet(client, cup)
        page = client.post(at(cup, "desk/badges/"), form, headers={"Accept-Language": "de"}).content.decode()
        badges_, around = page[page.index('<div class="badges"') :], page[: page.index('<div class="badges"')]
        with override("fi"):
            answer = gettext("Scan this to see where you play and your results. Keep it to yourself.")
        assert answer in badges_
        assert 'lang="fi"' in badges_[:60]
        with override("de"):
            assert gettext("Back to badges") in around

    def test_unknown_players_give_an_empty_sheet(self, cup, orla):
        answer = signed_in(orla).post(at(cup, "desk/badges/"), {"players": "wrong,,<b>"})
        assert answer.status_code == 200
        assert not Badge.objects.exists()

    def test_more_than_500_badges_are_refused(self, cup):
        with pytest.raises(Refused, match="At most 500"):
            badges.make_badges(cup.orla, cup.tournament, dict.fromkeys(range(501), ""))

    def test_all_badges_are_revoked_at_once(self, cup, orla):
        client = signed_in(orla)
        client.post(at(cup, "desk/badges/"), self.sheet(client, cup))
        client.post(at(cup, "desk/badges/revoke/"), {"all": ""})
        assert not Badge.objects.exists()


class TestApi:
    def test_api_returns_the_same_secrets_on_retry(self, cup, token_of):  # noqa: F811 the fixture
        desk = Program(cup.tournament, token_of(cup, "admin"))
        ids = [player.public_id for player in cup.players.values()]
        first, again = (desk.post("/players/badges", {"players": ids}, key="once").json() for _time in (1, 2))
        assert first == again
        assert first["badges"][0]["link"].endswith(f"/b/#{first['badges'][0]['secret']}")
        listed = desk.get("/players/badges").json()["badges"]
        assert {each["player"]["id"] for each in listed} == set(ids)
        assert first["badges"][0]["secret"] not in repr(listed)
        assert desk.post("/players/badges/revoke", {"players": ids}).status_code == 204
        assert desk.get("/players/badges").json() == {"badges": []}

    def test_api_refuses_badges_without_the_scope(self, cup, token_of):  # noqa: F811 the fixture
        desk = Program(cup.tournament, token_of(cup))
        assert desk.post("/players/badges", {"players": [cup.players["Ann"].public_id]}).status_code == 403


def test_badge_cookie_is_secure_over_https(cup, monkeypatch):
    monkeypatch.setattr(settings, "SESSION_COOKIE_SECURE", True)
    assert Client().post("/b/", {"code": give(cup, "Ann")}).cookies["badge"]["secure"]
