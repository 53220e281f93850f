"""Messages and refusals isolate names, so right-to-left text does not move the text beside it.

Pages: `test_crawl.py`.
"""

import pytest
from django.urls import reverse

from tests.tournaments.all_features.judges import NameReader
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.rights import Who
from tournaments.core.words.names import END, ISOLATE, isolate
from tournaments.drafts import editing
from tournaments.events import events
from tournaments.models import Member, User

pytestmark = pytest.mark.django_db

#: All names that people choose, right to left; names of players also contain a number.
PLAYERS = ("שרה כהן 2", "محمد العربي 10", "דוד לוי", "ليلى حداد", "רות", "سامي")
EVENT, SECTION, CLUB, ORGANISER = "מועדון השחמט", "בוגרים", "نادي الشطرنج", "אורלה המארגנת"
FIRST, SECOND = "לבן", "أسود"
NAMES = (*PLAYERS, EVENT, SECTION, CLUB, ORGANISER, FIRST, SECOND)


def bare(html):
    reader = NameReader(NAMES)
    reader.feed(html)
    return reader.bare


@pytest.fixture
def event(make, db):
    """A card game: round 1 is played, round 2 runs with two players not paired, and there are wishes and byes."""
    orla = User.objects.create_user(ORGANISER, password="a long enough password")
    stage = make(name="Event", game="cards", first_label=FIRST, second_label=SECOND, uses_check_in=False)
    Member.objects.create(tournament=stage.tournament, user=orla, role="organiser")
    names = {"event": EVENT, "own": SECTION, "section": "B"}
    events.add_section(Who.at_page(orla), stage.tournament, **names)
    stage.tournament.refresh_from_db()
    stage.page = signed_in(orla)
    stage.with_players(*PLAYERS, club=CLUB)
    stage.play("2-0", "2-1", "1-1-1")
    stage.pair()
    left = stage.table(2).appearances.select_related("player")
    players = [place.player for place in left]
    editing.unpair(stage.orla, stage.tournament, stage.round, players[0])
    return stage, players


@pytest.mark.rotates(2)
def test_schedule_seating_crosstable_and_journal_isolate_names(make, orla):
    stage = make(game="chess", seating="lot", first_label=FIRST, second_label=SECOND).with_players(*PLAYERS)
    stage.pair()
    stage.publish()
    for page in ("tournaments:schedule", "standings:crosstable", "tournaments:seating", "tournaments:journal"):
        text = signed_in(orla).get(reverse(page, args=[stage.tournament.slug])).content.decode()
        assert PLAYERS[0] in text or page.endswith("journal")
        assert not bare(text)


@pytest.mark.rotates(4)
def test_messages_and_refusals_isolate_names(event):
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
    player.refresh_from_db()
    change = reverse("tournaments:player-change", args=[slug, player.public_id])
    changed = page.post(change, {"name": "נועם", "version": player.version}, follow=True).content.decode()
    assert f"{ISOLATE}נועם{END} updated." in changed
    assert not bare(changed)
    assert all(player.name in text for text in texts[:5])
    assert not [fault for text in texts for fault in bare(text)]
    assert f"{ISOLATE}נועה{END} added, playing from round 3." in texts[5]


def test_only_names_with_right_to_left_text_are_isolated():
    assert isolate("Smith, John 3rd") == "Smith, John 3rd"
    assert isolate("שרה") == f"{ISOLATE}שרה{END}"
    assert isolate("R2-ד2") == f"{ISOLATE}R2-ד2{END}"
