"""Every text column of every model is erased, scrubbed, or listed with the reason why it holds no personal data."""

import pytest
from django.apps import apps
from django.db.models import BinaryField, CharField, JSONField, TextField

from tournaments.core.journal.erased import PERSONAL
from tournaments.core.orm.columns import Derived, columns_of, name_of
from tournaments.privacy.places import IDS, OF_JOURNAL, PLACES, TEXTS, Needs
from tournaments.privacy.scrubbing import Scrub, forms

#: Columns without data of players, by the reason.
NOT_PERSONAL = {
    "keys, kinds and hashes": {
        "advance": "how",
        "appearance": "bye",
        "courtcall": "queued",
        "codegrant": "code_hash redirect_uri challenge scopes program",
        "devicegrant": "device_hash user_code scopes program",
        "delivery": "fault",
        "enrolment": "asks",
        "erasure": "kind key new_name slug",
        "event": "slug",
        "externalid": "program",
        "fixedpair": "public_id",
        "forbiddenpair": "public_id",
        "invitation": "role secret_hash",
        "journalentry": "verb key key_of",
        "member": "role",
        "operation": "of made",
        "pairing": "public_id",
        "report": "said",
        "requestedbye": "kind",
        "result": "first second decision others",
        "round": "status seats not_paired booster_pods extensions late",
        "seriesevent": "public_id type known",
        "seriesnotice": "moves",
        "seriespoints": "public_id person",
        "series": "slug rule",
        "signup": "public_id secret_hash",
        "stage": "system options seating seed first_colour virtual_points drawn",
        "subscription": "language",
        "tally": "key",
        "teammember": "public_id",
        "tournament": "slug time_zone language game rules rules_changes score_kind start_positions fee_currency "
        "time_control rank_method rate_of_play round_dates federation city hall courts club_teams section name "
        "first_label second_label moved_matches",
        "tournamentimage": "key data",
        "player": "public_id rank rating_source",
        "badge": "secret_hash",
        "matchsheet": "first second boards",
        "ratinglist": "name",
        "apitoken": "hint secret_hash scopes asked_by",
        "webhook": "public_id address topics salt former_salt again reached asked_by asked_for last_asked off_because",
    },
    "words of an organiser about a rule": {"seriesnotice": "reason"},
    "names of things": {"event": "name", "series": "name", "seriesevent": "name", "apitoken": "name"},
    "erased by staff_accounts": {
        "user": "password username first_name last_name email",
    },
    "erased by series_people": {
        "seriesevent": "typed",
        "seriesanswer": "one other",
        "closedseason": "table",
        "seriespoints": "reason",
    },
    "deleted with the person": {
        "subscription": "address key secret origin",
        "task": "public_id key about facts to back state message said answer",
    },
}


def of_reasons(model):
    return {column for rows in NOT_PERSONAL.values() for column in rows.get(model, "").split()}


def columns_erased(model):
    found = set(PLACES[model].columns) if model in PLACES else set()
    found |= set(IDS) if model == "externalid" else set()
    for texts in (*TEXTS, OF_JOURNAL):
        found |= set(texts.columns) if name_of(texts.model) == model else set()
    return found


MODELS = [name_of(model) for model in apps.get_app_config("tournaments").get_models()]


@pytest.mark.parametrize("model", MODELS)
def test_every_text_column_is_erased_or_has_a_reason(model):
    kinds = (CharField, TextField, JSONField, BinaryField)
    columns = columns_of(apps.get_model("tournaments", model))
    texts = {each.name for each in columns if isinstance(each, kinds) and not isinstance(each, Derived)}
    assert texts - columns_erased(model) == of_reasons(model) & texts
    assert not of_reasons(model) - texts


def test_guarded_columns_equal_erased_columns():
    assert {kind: set(columns) - set(PLACES[kind].columns) for kind, columns in PERSONAL.items()} == {
        kind: set() for kind in PLACES
    }


def test_erasing_a_column_twice_gives_the_same_value():
    for place in PLACES.values():
        for become in place.columns.values():
            for value in ("1990-05-17", [{"reason": "x", "points": "1"}], None):
                once = become(value, "Player 3", Needs(year=True))
                assert become(once, "Player 3", Needs(year=True)) == once


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Berg, Anna and Bo", "Player 1 and Bo"),
        ("ANNA BERG!", "Player 1!"),
        ("Anna Bergman", "Anna Bergman"),
        ("Anna Berg-Lund won", "Anna Berg-Lund won"),
        ("Berg was late", "Berg was late"),
        ("1503014 and 15030145", "Player 1 and 15030145"),
    ],
)
def test_name_is_found_in_any_common_spelling(text, left):
    assert Scrub(["Anna Berg"], "Player 1", ["Anna Berg-Lund"], ["1503014"]).text(text) == left


def test_name_shared_by_two_persons_stays_in_texts():
    assert Scrub(["Anna Berg"], "Player 1", ["Berg, Anna"]).text("Anna Berg") == "Anna Berg"


def test_short_names_stay_in_texts():
    assert forms("Li") == set()
