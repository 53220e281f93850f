"""The event page: accepted and refused input, and where it is shown."""

import json
import struct
import zlib
from base64 import b64encode
from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.all_features.test_settings_walk import as_sent
from tests.tournaments.tournament_files.test_files import COMMAND, elsewhere
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate
from tournaments.core.words.presentation import LARGEST, LARGEST_UPLOAD, LONGEST_ABOUT, NotAnImage, as_html, clean_image
from tournaments.event_page.colours import READABLE, contrast, schemes, style_sheet
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.event_page.preview import SIZE, Preview, draw
from tournaments.history import undo
from tournaments.models import Member, TournamentImage
from tournaments.setup import copies, moving
from tournaments.tournament_files import files


def image(size=(40, 30), kind="PNG", mode="RGB", **options):
    file = BytesIO()
    Image.effect_noise(size, 80).convert(mode).save(file, kind, **options)
    return file.getvalue()


def open_image(data):
    return Image.open(BytesIO(data))


class TestImages:
    @pytest.mark.parametrize(
        ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("JPEG", "L"), ("WEBP", "RGB"), ("GIF", "P")]
    )
    def test_known_formats_become_png(self, kind, mode):
        found = open_image(clean_image(image(kind=kind, mode=mode)))
        assert (found.format, found.mode, found.size) == ("PNG", "RGBA", (40, 30))

    @pytest.mark.rotates(8)
    def test_large_image_is_scaled_down(self):
        small = clean_image(image((1500, 1000)))
        assert len(small) <= LARGEST
        assert open_image(small).size[0] <= 512

    @pytest.mark.rotates(4)
    def test_cleaned_image_stays_the_same(self):
        once = clean_image(image((900, 300), mode="RGBA"))
        assert clean_image(once) == once

    def test_metadata_and_appended_data_are_removed(self):
        more = PngImagePlugin.PngInfo()
        more.add_text("Comment", "<script>alert(1)</script>")
        given = image(pnginfo=more, exif=Image.Exif(), icc_profile=b"secret profile") + b"<script>alert(2)</script>"
        stored = clean_image(given)
        assert b"script" not in stored
        assert b"secret" not in stored
        assert open_image(stored).info == {}

    def test_photo_is_rotated_upright(self):
        turned = Image.Exif()
        turned[0x0112] = 6
        assert open_image(clean_image(image((40, 20), "JPEG", exif=turned))).size == (20, 40)

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"no image",
            b"GIF89a",
            b"%PDF-1.4",
            b"\x89PNG\r\n\x1a\n",
            image()[:60],
            b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
            image(kind="BMP"),
            image(kind="TIFF"),
            image(kind="ICO"),
            b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        ],
    )
    def test_other_files_are_refused(self, data):
        with pytest.raises(NotAnImage, match="is not a PNG, JPEG, WebP or GIF"):
            clean_image(data)

    @pytest.mark.parametrize("size", [(30_000, 30_000), (2**31 - 1, 2**31 - 1), (40_000, 10), (8000, 6000)])
    def test_decompression_bombs_are_refused_before_unpacking(self, size):
        head = struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0)
        rows = zlib.compress(bytes(1000))
        parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
        packed = (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in parts
        )
        with pytest.raises(NotAnImage, match="too many pixels"):
            clean_image(b"\x89PNG\r\n\x1a\n" + b"".join(packed))

    def test_too_large_file_is_refused(self):
        with pytest.raises(NotAnImage, match="larger than 4 MB"):
            clean_image(bytes(LARGEST_UPLOAD + 1))


class TestMarkdown:
    def test_headings_emphasis_lists_and_links_are_rendered(self):
        html = as_html("# Prizes\n\n**First** *place*\n- [Rules](https://example.org/r)\n- <mailto:a@example.org>")
        assert "<h3>Prizes</h3>" in html
        assert "<strong>First</strong> <em>place</em>" in html
        assert '<a href="https://example.org/r" rel="nofollow noopener">Rules</a>' in html
        assert 'href="mailto:a@example.org"' in html

    @pytest.mark.parametrize(
        "text",
        [
            "<script>alert(1)</script>",
            '<img src=x onerror="alert(1)">',
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](&#106;avascript:alert(1))",
            "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "[x](vbscript:x)",
            "<javascript:alert(1)>",
            "[x](//example.org)",
            "[x]: javascript:alert(1)\n\n[x]",
            "[x](/t/cup/desk/)",
            "<iframe src=https://example.org></iframe>",
            "<style>*{display:none}</style>",
            "[x](file:///etc/passwd)",
        ],
    )
    def test_scripts_and_embedded_content_are_removed(self, text):
        html = as_html(text).lower()
        for tag in ("<script", "<img", "<iframe", "<style", "<a "):
            assert tag not in html

    def test_image_becomes_a_link_and_quotes_are_escaped(self):
        assert as_html("![x](https://a.example/x.png)").startswith('<p>!<a href="https://a.example/x.png" rel=')
        assert 'href="https://a.example/%22onclick=%22x" rel=' in as_html('[x](https://a.example/"onclick="x)')

    @pytest.mark.parametrize("text", ["[" * 4000, "*" * 4000, "> " * 2000, "- " * 2000, "`" * 4000, "[](" * 1300])
    def test_hostile_text_is_rendered_quickly(self, text):
        assert as_html(text[:LONGEST_ABOUT])


class TestColours:
    @pytest.mark.parametrize(
        "accent", ["#ffff00", "#ffffff", "#000000", "#0f5c50", "#ff0000", "#808080", "#00ffff", "#123456"]
    )
    def test_text_is_readable_in_both_schemes(self, accent):
        light, dark = schemes(accent)
        for scheme, papers in ((light, ("#ffffff", "#f4f6f4")), (dark, ("#17211e", "#0e1513"))):
            assert min(contrast(scheme.accent, each) for each in (*papers, scheme.tint)) >= READABLE
            assert contrast(scheme.on_accent, scheme.accent) >= READABLE

    def test_readable_colour_is_kept(self):
        assert schemes("#0f5c50")[0].accent == "#0f5c50"
        assert "--accent:#0f5c50" in style_sheet("#0f5c50")


class TestPreview:
    @pytest.mark.parametrize(
        "name", ["Oulu Open", "n" * 120, "奥卢公开赛", "بطولة أولو", "x", "Å" * 60 + " " + "W" * 59]
    )
    @pytest.mark.rotates(4)
    def test_is_drawn_for_every_name(self, name):
        drawn = draw(Preview(name, ("1 May 2026", "l" * 300), "Winner: " + "y" * 200, "#ffee00", clean_image(image())))
        assert open_image(drawn).size == SIZE
        assert len(drawn) < 100 * 1024


@pytest.fixture
def logo():
    return read_image(image((300, 200)), "logo")


@pytest.fixture
def page(logo):
    key, _data = logo
    return {
        "accent": "#ffcc00",
        "logo": key,
        "about": "Come and **play**!\n\n<script>alert(1)</script>",
        "contact": "desk@example.org",
        "links": [{"name": "Rules", "url": "https://example.org/rules"}],
        "sponsors": [{"name": "Bank <b>", "url": "https://bank.example", "logo": key}],
    }


@pytest.fixture
def cup_with_page(cup, page, logo):
    set_event_page(cup.orla, cup.tournament, page, images=dict([logo]))
    return cup


@pytest.mark.django_db
class TestEventPageChange:
    def test_change_is_stored_recorded_and_undone(self, cup_with_page, page):
        assert cup_with_page.tournament.event_page == page
        entry = cup_with_page.tournament.journal.first()
        answer = VERBS[entry.verb].sentence(entry.facts)
        assert answer == "Changed the event page: colour, logo, description, contact, links, sponsors."
        set_event_page(cup_with_page.orla, cup_with_page.tournament, {})
        assert cup_with_page.tournament.event_page is None
        entry = cup_with_page.tournament.journal.first()
        assert VERBS[entry.verb].sentence(entry.facts) == "Cleared the event page."
        undo.undo(cup_with_page.orla, cup_with_page.tournament, entry)
        cup_with_page.tournament.refresh_from_db()
        assert cup_with_page.tournament.event_page == page
        revision = cup_with_page.revision()
        set_event_page(cup_with_page.orla, cup_with_page.tournament, page)
        assert cup_with_page.revision() == revision

    def test_only_organisers_can_set_it(self, cup, heli):
        Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
        with pytest.raises(NotAllowed):
            set_event_page(Who.at_page(heli), cup.tournament, {"accent": "#000000"})

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"accent": "red"}, "accent"),
            ({"accent": "#12345"}, "accent"),
            ({"accent": "#000000;}"}, "accent"),
            ({"accent": 7}, "accent"),
            ({"logo": "../secret"}, "logo"),
            ({"logo": "0" * 16}, "logo"),
            ({"about": "x" * (LONGEST_ABOUT + 1)}, "about"),
            ({"about": "a\u202eb"}, "about"),
            ({"about": "\ud800"}, "about"),
            ({"contact": "x" * 201}, "contact"),
            ({"links": [{"name": "x", "url": "javascript:alert(1)"}]}, "links"),
            ({"links": [{"name": "x", "url": "https://"}]}, "links"),
            ({"links": [{"name": "", "url": "https://a.b"}]}, "links"),
            ({"links": [{"name": "x", "url": "https://user@a.b"}]}, "links"),
            ({"links": [{"name": "x"}]}, "links"),
            ({"links": [{"name": "x", "url": "https://[::1"}]}, "links"),
            ({"links": {"name": "x"}}, "links"),
            ({"links": [{"name": "x", "url": "https://a.b"}] * 9}, "links"),
            ({"sponsors": [{"name": "x"}] * 13}, "sponsors"),
            ({"sponsors": [{"name": "x", "logo": "0" * 16}]}, "logo"),
            ({"sponsors": ["x"]}, "sponsors"),
            ({"more": 1}, "more"),
        ],
    )
    def test_invalid_values_are_refused(self, cup, wrong, field):
        with pytest.raises(Refused) as refused:
            set_event_page(cup.orla, cup.tournament, wrong)
        assert refused.value.field == field
        assert cup.tournament.event_page is None

    @pytest.mark.rotates(2)
    def test_copy_and_tournament_file_contain_it(self, cup_with_page, page):
        copy = copies.copy_tournament(
            cup_with_page.orla, cup_with_page.tournament, name="Next", starts_on=date(2026, 2, 1)
        )
        assert copy.event_page == page
        assert copy.images.count() == 1
        back, text = elsewhere(cup_with_page.tournament)
        assert files.write(back) == text
        assert bytes(back.images.get().data) == bytes(cup_with_page.tournament.images.get().data)

    @pytest.mark.parametrize("data", ["", "!", b64encode(b"<svg/>").decode(), 7])
    def test_tournament_file_with_another_image_is_refused(self, cup_with_page, data):
        document = json.loads(files.write(cup_with_page.tournament))
        document["images"][0]["data"] = data
        with pytest.raises(Refused, match="images 1: data has an invalid value"):
            moving.import_file(COMMAND, json.dumps(document).encode())
        document["images"] = []
        with pytest.raises(Refused, match="images: key has an invalid value"):
            moving.import_file(COMMAND, json.dumps(document).encode())

    def test_data_hidden_behind_an_image_in_a_file_is_not_stored(self, cup_with_page):
        document = json.loads(files.write(cup_with_page.tournament))
        document["images"][0]["data"] = b64encode(image() + b"<script>").decode()
        document["tournament"]["slug"] = "other"
        back = moving.import_file(COMMAND, json.dumps(document).encode())
        assert b"<script>" not in bytes(back.images.get().data)


@pytest.mark.django_db
class TestPages:
    @pytest.mark.rotates(2)
    def test_desk_stores_uploads_and_keeps_them(self, cup, orla):
        client, where = signed_in(orla), at(cup, "event-page")
        form = {"accent": "#FFCC00", "about": "Hello", "contact": "", "links": "The rules https://example.org/r"}
        form |= {
            "sponsor_1_name": "Bank",
            "sponsor_1_url": "",
            "sponsor_1_logo": SimpleUploadedFile("b.gif", image(kind="GIF")),
        }
        answer = client.post(where, {**form, "logo": SimpleUploadedFile("x.svg.png", image())}, follow=True)
        assert "Saved. #ffcc00 is hard to read on white, so pages use #" in answer.text
        cup.tournament.refresh_from_db()
        page = cup.tournament.event_page
        assert page["links"] == [{"name": "The rules", "url": "https://example.org/r"}]
        assert page["sponsors"][0]["logo"] == TournamentImage.objects.exclude(key=page["logo"]).get().key
        again = {**form, "accent": "#0f5c50"}
        del again["sponsor_1_logo"]
        assert "Event page saved." in client.post(where, again, follow=True).text
        cup.tournament.refresh_from_db()
        assert cup.tournament.event_page == {**page, "accent": "#0f5c50"}
        client.post(where, {**again, "remove_logo": "on", "sponsor_1_remove": "on"})
        cup.tournament.refresh_from_db()
        assert (cup.tournament.event_page["logo"], cup.tournament.event_page["sponsors"][0]["logo"]) == ("", "")

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ({"logo": SimpleUploadedFile("x.png", b"<svg onload=alert(1)>")}, "is not a PNG, JPEG, WebP or GIF"),
            ({"accent": "red"}, "six digits"),
            ({"links": "https://example.org"}, "Write a name before the address"),
            ({"links": "x javascript:alert(1)"}, "begins with https://"),
            ({"sponsor_1_url": "https://a.b"}, "Enter a name."),
            ({"contact": "a\u202eb"}, "invisible control characters"),
        ],
    )
    def test_invalid_input_is_reported_in_the_form(self, cup, orla, typed, why):
        answer = signed_in(orla).post(at(cup, "event-page"), typed)
        assert answer.status_code == 422
        assert why in answer.text
        cup.tournament.refresh_from_db()
        assert cup.tournament.event_page is None

    @pytest.mark.rotates(2)
    def test_logo_changed_in_another_window_is_replaced_only_after_a_warning(self, cup, orla):
        """Two clicks with the same file are no conflict; an old page with another file is one."""
        client, where = signed_in(orla), at(cup, "event-page")
        old, first, second = as_sent(client.get(where).context["form"]), image(), image()
        send = lambda data, fields: client.post(where, {**fields, "logo": SimpleUploadedFile("a.png", data)})  # noqa: E731
        assert [send(first, old).status_code for _click in range(2)] == [302, 302]
        answer = send(second, old)
        assert answer.status_code == 422
        assert f"Changed since you opened this page: {isolate('Logo')}." in answer.text
        cup.tournament.refresh_from_db()
        assert cup.tournament.event_page["logo"] == read_image(first, "logo")[0]
        assert send(second, as_sent(answer.context["form"])).status_code == 302
        cup.tournament.refresh_from_db()
        assert cup.tournament.event_page["logo"] == read_image(second, "logo")[0]

    def test_outdated_form_keeps_sponsors_that_another_window_removed(self, cup, orla):
        client, where = signed_in(orla), at(cup, "event-page")
        names = {f"sponsor_{number}_name": f"Bank {number}" for number in (1, 2)}
        client.post(where, {**as_sent(client.get(where).context["form"]), **names})
        old = as_sent(client.get(where).context["form"])
        client.post(where, {**old, "sponsor_1_name": "", "sponsor_2_name": ""})
        answer = client.post(where, {**old, "sponsor_4_name": "Bank 4"})
        assert answer.status_code == 422
        client.post(where, as_sent(answer.context["form"]))
        cup.tournament.refresh_from_db()
        assert [each["name"] for each in cup.tournament.event_page["sponsors"]] == ["Bank 1", "Bank 2", "Bank 4"]

    def test_public_pages_show_it(self, cup_with_page, client, page):
        found = client.get(at(cup_with_page, "tournament")).text
        assert f"images/{page['logo']}.png" in found
        assert "<strong>play</strong>" in found
        assert "<script>alert" not in found
        assert "Bank &lt;b&gt;" in found
        assert 'property="og:image" content="/t/cup/preview.png"' in found
        assert '<link rel="stylesheet" href="/t/cup/colours.css?ffcc00">' in found
        assert f"images/{page['logo']}.png" in client.get("/").text
        assert "Bank &lt;b&gt;" in client.get(at(cup_with_page, "screen")).text

    @pytest.mark.parametrize("part", ["pairings", "standings"])
    def test_embedded_pages_have_its_colour(self, cup_with_page, client, part):
        assert '<link rel="stylesheet" href="/t/cup/colours.css?ffcc00">' in client.get(f"/embed/cup/{part}/").text

    def test_preview_writes_the_date_as_pages_do(self, cup_with_page, client, monkeypatch):
        drawn = []
        monkeypatch.setattr("tournaments.event_page.pages.draw", lambda shown: drawn.append(shown) or b"")
        client.get(at(cup_with_page, "preview"))
        assert [shown.lines[0] for shown in drawn] == ["10 January 2026"]
        assert "10 January 2026" in client.get(at(cup_with_page, "tournament")).text

    def test_preview_address_is_absolute_if_the_server_address_is_known(self, cup_with_page, client, settings):
        settings.PUBLIC_ADDRESS = "https://chess.example"
        assert 'content="https://chess.example/t/cup/preview.png"' in client.get(at(cup_with_page, "players")).text

    @pytest.mark.parametrize("name", ["image", "colours", "preview"])
    def test_images_and_styles_are_cached_and_hidden_with_the_tournament(self, cup_with_page, client, orla, page, name):
        where = f"/t/cup/images/{page['logo']}.png" if name == "image" else at(cup_with_page, name)
        answer = client.get(where)
        assert answer["Cache-Control"].startswith("public, max-age=")
        assert answer["Content-Type"] in ("image/png", "text/css; charset=utf-8")
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert client.get(where, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        cup_with_page.tournament.is_public = False
        cup_with_page.tournament.save(update_fields=["is_public"])
        assert client.get(where).status_code == 404
        assert signed_in(orla).get(where)["Cache-Control"].startswith("private")

    def test_unknown_image_and_missing_colour_give_404(self, cup, client):
        assert client.get("/t/cup/images/0000000000000000.png").status_code == 404
        assert client.get(at(cup, "colours")).status_code == 404
        assert "colours.css" not in client.get(at(cup, "tournament")).text
