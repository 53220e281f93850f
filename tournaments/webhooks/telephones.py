"""Deliveries to phones and their outcomes, on rows and without the network.

As for webhooks, the journal is the source, and a cursor moves past what is done. But only the latest note of each kind
is sent: the player's current seat, not an earlier one. Notes older than an hour are not sent.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override
from joserfc import jwt
from joserfc.jwk import ECKey

from tournaments.core.hall import place_text
from tournaments.core.tables import SeatNames
from tournaments.core.words.names import isolate, join
from tournaments.models import (
    Appearance,
    Call,
    CourtCall,
    Delivery,
    JournalEntry,
    Player,
    Report,
    Round,
    Subscription,
    Tournament,
)
from tournaments.webhooks.attempts import AttemptResult, keys_of, wait

#: Verbs with news for all players of a round, for the players of a table, for callers with a badge, for everyone, for
#: players of a called match, and for its referee.
OF_ROUNDS = ("publish-round", "publish-schedule")
OF_TABLES = ("report-result", "dispute-report")
OF_CALLS = ("answer-call",)
OF_ALL = ("set-screen",)
OF_COURTS = ("call-match", "call-again")
OF_REFEREES = ("call-match", "set-referee")
VERBS = (*OF_ROUNDS, *OF_ALL, *OF_COURTS, "set-referee", *OF_TABLES, *OF_CALLS)
#: Messages older than this are useless, both here and at the push service.
GIVE_UP_AFTER = timedelta(hours=1)

#: An entry of the journal: its number, verb, time and facts.
Entry = tuple[int, str, datetime, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a phone: only the newest of each kind, with the page that it opens."""

    kind: str
    text: str
    page: str


def entries_for(rows: Sequence[Subscription]) -> list[Entry]:
    """Return the journal entries of a tournament after the earliest of these cursors, in order."""
    after = min(row.cursor for row in rows)
    found = JournalEntry.objects.filter(tournament=rows[0].player.tournament, sequence__gt=after, verb__in=VERBS)
    return list(found.order_by("sequence").values_list("sequence", "verb", "at", "facts"))


def notes_for(
    rows: Sequence[Subscription], entries: Iterable[Entry], now: datetime
) -> dict[Subscription, tuple[Note, ...]]:
    """Return the notes for each phone of one tournament from these entries, in the phone's language."""
    fresh = [entry for entry in entries if entry[2] > now - GIVE_UP_AFTER]
    teller = _Teller(rows[0].player.tournament, [row.player for row in rows], fresh)
    found = {}
    for row in rows:
        with override(row.language):
            found[row] = tuple(teller.notes(row))
    return found


class _Teller:
    """The current seats of one tournament's players, read once for all."""

    def __init__(self, tournament: Tournament, players: Sequence[Player], entries: Sequence[Entry]) -> None:
        self._tournament, self._entries = tournament, entries
        self._out = [number for number, verb, _at, _facts in entries if verb in OF_ROUNDS]
        self._announced = [
            number for number, verb, _at, facts in entries if verb in OF_ALL and facts.get("told_players")
        ]
        self._round = self._newest() if self._out else None
        self._places: Mapping[int, Appearance] = {}
        self._tables: dict[int | None, list[Player]] = {}
        if self._round is not None:
            self._sit(self._round, players)

    def _newest(self) -> Round | None:
        """Return the round that was published last, if it still is; for a fully published schedule the first one."""
        facts = next(facts for _number, verb, _at, facts in reversed(self._entries) if verb in OF_ROUNDS)
        running = self._tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number")
        number = facts.get("round")
        return running.filter(number=number).first() if isinstance(number, int) else running.first()

    def _sit(self, round_: Round, players: Sequence[Player]) -> None:
        places = Appearance.objects.filter(round=round_).defer("reasons", "pairing__reasons")
        own_places = places.filter(player__in=players).select_related("pairing")
        self._places = {place.player_id: place for place in own_places}
        tables = [place.pairing_id for place in own_places if place.pairing_id is not None]
        for place in places.filter(pairing__in=tables).select_related("player").order_by("side"):
            self._tables.setdefault(place.pairing_id, []).append(place.player)

    def notes(self, row: Subscription) -> Iterable[Note]:
        if any(number > row.cursor for number in self._out) and (text := self._seat(row.player)):
            yield Note("round", text, self._page("tournaments:tournament"))
        text = self._tournament.on_screen.announced
        if text and any(number > row.cursor for number in self._announced):
            yield Note("message", isolate(text), self._page("tournaments:tournament"))
        own = row.player.public_id
        entries = [(verb, facts.get("ids", {})) for number, verb, _at, facts in self._entries if number > row.cursor]
        if any(verb in OF_COURTS and own in _at_table(ids) for verb, ids in entries):
            yield from self._court(row.player)
        if any(verb in OF_REFEREES and ids.get("referee") == own for verb, ids in entries):
            yield from self._duty(row.player)
        if not row.has_badge:
            return
        if any(verb in OF_CALLS and ids.get("name") == own for verb, ids in entries):
            yield from self._call(row.player)
        others = [ids for verb, ids in entries if verb in OF_TABLES and ids.get("name") != own]
        if any(own in ids.values() for ids in others):
            yield from self._note_dispute(row.player)

    def _page(self, name: str) -> str:
        return reverse(name, args=[self._tournament.slug])

    def _seat(self, player: Player) -> str:
        """Return the player's seat in the published round; "" if the round does not concern the player."""
        if self._round is None:
            return ""
        place, number = self._places.get(player.pk), self._round.number
        if place is None:
            return _("Round {number} is published: you are not paired.").format(number=number) if player.is_in else ""
        if place.pairing is None:
            return _("Round {number} is published: you do not play.").format(number=number)
        kind, own_seat = self._tournament.table_kind, place.side or 1
        seats = list(enumerate(self._tables[place.pairing_id], start=1))
        seats.sort(key=lambda each: kind.order_for(own_seat)(each[0]))
        names = [isolate(other.name) for _seat, other in seats if other.pk != player.pk]
        first = own_seat % 2 == 1
        side = isolate(self._tournament.first_side if first else self._tournament.second_side)
        text = kind.on_telephone(SeatNames(number, place.pairing.table, place.side, side, names))
        at = place_text(self._tournament.layout.place_of(place.pairing.table))
        return f"{text} ({at})" if at else text

    def _court(self, player: Player) -> Iterable[Note]:
        """Yield a note of the court to which the player's match is called, if it still is."""
        calls = CourtCall.objects.filter(
            court__isnull=False, pairing__result__isnull=True, pairing__round__status=Round.Status.PUBLISHED
        )
        call = calls.filter(pairing__appearances__player=player).order_by("-called_at").first()
        if call is None:
            return
        appearances = Appearance.objects.filter(pairing=call.pairing_id).exclude(player=player).select_related("player")
        names = join(isolate(place.player.name) for place in appearances.order_by("side"))
        court = str(self._tournament.court_words.numbered).format(table=call.court)
        if call.again_at is None:
            text = _("{court}: please come to play now, with {names}.").format(court=court, names=names)
        else:
            text = _("{court}: second call. Please come to play now, with {names}.").format(court=court, names=names)
        yield Note("court", text, self._page("tournaments:tournament"))

    def _duty(self, player: Player) -> Iterable[Note]:
        """Yield a note of the match that the player referees, if it is still on its court."""
        call = player.duties.filter(court__isnull=False, pairing__result__isnull=True).order_by("-called_at").first()
        if call is not None:
            appearances = Appearance.objects.filter(pairing=call.pairing_id).select_related("player").order_by("side")
            names = join(isolate(place.player.name) for place in appearances)
            court = str(self._tournament.court_words.numbered).format(table=call.court)
            text = _("{court}: please referee now: {names}.").format(court=court, names=names)
            yield Note("referee", text, self._page("tournaments:tournament"))

    def _call(self, player: Player) -> Iterable[Note]:
        call = Call.objects.filter(player=player, answered_at__isnull=False).first()
        if call is not None:
            yield Note("call", _("An organiser is on the way to you."), self._page("tournaments:me"))

    def _note_dispute(self, player: Player) -> Iterable[Note]:
        """Yield notes of tables without a result where another player disputes or contradicts the player's report."""
        rows = Report.objects.open().filter(pairing__appearances__player=player).select_related("player", "pairing")
        tables: dict[int, dict[bool, Report]] = {}
        for row in rows:
            tables.setdefault(row.pairing_id, {})[row.player_id == player.pk] = row
        for reports in tables.values():
            own, other = reports.get(True), reports.get(False)
            if own is not None and (own.disputed_at is not None or (other is not None and other.said != own.said)):
                text = _("{table}: your opponent disputes the result that you reported.")
                table = self._tournament.table_title(own.pairing.table)
                yield Note("report", text.format(table=table), self._page("tournaments:me"))
                return


#: Bytes of a point of the curve P-256, and of the secret that a browser sends with it.
POINT, SECRET = 65, 16
#: The number of keys of the curve (SEC 2, section 2.4.2).
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
#: The size of a record: the maximum for push services (RFC 8291, section 4).
_RECORD = 4096
#: The validity of a signature; push services accept at most a day (RFC 8292, section 2).
_SIGNATURE_LIFETIME = timedelta(hours=12)
_KEY_SALT = "tournaments.webhooks.telephones"


def is_point(key: bytes) -> bool:
    """Return whether these bytes are a point of the curve, as browsers encode it."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == POINT


def seal_message(message: bytes, key: bytes, secret: bytes) -> bytes:
    """Return the message as a body that only the browser with this key and secret can open."""
    return _seal_with_key(message, key, secret, generate_private_key(SECP256R1()), secrets.token_bytes(16))


def _seal_with_key(message: bytes, key: bytes, secret: bytes, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    receiver_key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), key)
    public = _encode_key(own)
    about = b"WebPush: info\0" + key + public
    shared = HKDF(SHA256(), 32, salt=secret, info=about).derive(own.exchange(ECDH(), receiver_key))
    content_key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(shared)
    nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\0").derive(shared)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([POINT]) + public
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)  # 2: the last record


def public_key() -> str:
    """Return the server's key as a browser needs it to subscribe."""
    return base64url(_encode_key(_own()))


def signature(address: str, origin: str, now: datetime) -> str:
    """Return the header that identifies the sender to a push service: it is valid for that service only, and for half a
    day.
    """
    parts = urlsplit(address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _SIGNATURE_LIFETIME).timestamp()),
        "sub": origin,
    }
    token = jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, ECKey.import_key(_own()), algorithms=["ES256"])
    return f"vapid t={token}, k={public_key()}"


def _own() -> EllipticCurvePrivateKey:
    number = int.from_bytes(salted_hmac(_KEY_SALT, "key", algorithm="sha512").digest(), "big")
    return derive_private_key(number % (_ORDER - 1) + 1, SECP256R1())


def _encode_key(key: EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def base64url(data: bytes) -> str:
    """Return bytes as browsers encode them in URLs and headers."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def read(text: str) -> bytes:
    """Return decoded bytes. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


#: The prefix of the keys of batches here.
KIND = "telephone "
#: The number of phones checked at once, each of which gets at most four messages.
AT_ONCE = 2000
#: Answers after which a phone is tried again. After any other refusal it is forgotten: it no longer exists (404, 410),
#: or its row holds no phone of this server.
RETRY_STATUSES = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class PhoneBatch:
    """The notes for a phone; `end` is its cursor after them."""

    subscription: Subscription
    notes: tuple[Note, ...]
    end: int

    @property
    def key(self) -> str:
        return f"{KIND}{self.subscription.pk}"


@dataclass(slots=True)
class PhoneOutcome:
    """The outcome of a batch: the last answer if it failed."""

    batch: PhoneBatch
    failed: AttemptResult | None = None


def any_at_work() -> bool:
    return _at_work().exists()


def next_due(now: datetime) -> datetime | None:
    """Return when the next waiting attempt is due; None if there is none."""
    found: datetime | None = _at_work().filter(due_at__gt=now).aggregate(found=Min("due_at"))["found"]
    return found


def due(now: datetime, but: Collection[str] = ()) -> list[PhoneBatch]:
    """Return the batches due now, except those with these keys.

    Cursors move past events that no longer concern anyone.
    """
    rows = _waiting(now).exclude(pk__in=keys_of(KIND, but))[:AT_ONCE]
    groups: dict[int, list[Subscription]] = defaultdict(list)
    for row in rows:
        groups[row.player.tournament_id].append(row)
    found = [batch for group in groups.values() for batch in _batches(group, now)]
    idle: dict[int, list[int]] = defaultdict(list)
    for batch in found:
        if not batch.notes:
            idle[batch.end].append(batch.subscription.pk)
    for end, keys in idle.items():
        _move(keys, end)
    return [batch for batch in found if batch.notes]


def headers_and_body(batch: PhoneBatch, note: Note, now: datetime) -> tuple[dict[str, str], bytes]:
    """Return the headers and body of one POST to the push service."""
    row = batch.subscription
    tournament = row.player.tournament
    content = {
        "title": tournament.name,
        "body": note.text,
        "lang": row.language,
        "tag": f"{tournament.slug} {note.kind}",
        "page": note.page,
    }
    body = seal_message(json.dumps(content, ensure_ascii=False).encode(), bytes(row.key), bytes(row.secret))
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(int(GIVE_UP_AFTER.total_seconds())),
        "urgency": "high",
        "topic": note.kind,
        "authorization": signature(row.address, row.origin, now),
    }
    return headers, body


def store(outcomes: Sequence[PhoneOutcome], now: datetime, rng: Random) -> None:
    """Store the outcomes of batches; receivers that no longer exist are deleted."""
    keys_by_end: dict[int, list[int]] = defaultdict(list)
    for outcome in outcomes:
        row, failed = outcome.batch.subscription, outcome.failed
        if failed is None:
            keys_by_end[outcome.batch.end].append(row.pk)
        elif _has_expired(failed):
            Subscription.objects.filter(pk=row.pk, address=row.address).delete()
        elif row.failing_since is not None and now - row.failing_since >= GIVE_UP_AFTER:
            keys_by_end[outcome.batch.end].append(row.pk)  # too late to be of use
        else:
            since = row.failing_since or now
            due_at = now + wait(row.attempts + 1, rng)
            Subscription.objects.filter(pk=row.pk).update(
                attempts=F("attempts") + 1, failing_since=since, due_at=due_at
            )
    for end, keys in keys_by_end.items():
        _move(keys, end)


def _has_expired(failed: AttemptResult) -> bool:
    if failed.status is None:
        return failed.fault == Delivery.Fault.NOT_PUBLIC
    return failed.status < 500 and failed.status not in RETRY_STATUSES


def _move(keys: Collection[int], end: int) -> None:
    rows = Subscription.objects.filter(pk__in=keys)
    rows.update(cursor=end, attempts=0, failing_since=None, due_at=None)


def _at_table(ids: Mapping[str, object]) -> list[object]:
    """Return the public ids of the players, without the referee."""
    return [each for name, each in ids.items() if name != "referee"]


def _at_work() -> QuerySet[Subscription]:
    """Return the subscriptions of unfinished tournaments: afterwards there is no news."""
    return Subscription.objects.filter(player__tournament__finished_at__isnull=True)


def _waiting(now: datetime) -> QuerySet[Subscription]:
    """Return the subscriptions with relevant journal entries after their cursors."""
    entries = JournalEntry.objects.filter(tournament=OuterRef("player__tournament"), sequence__gt=OuterRef("cursor"))
    ids = KeyTransform("ids", "facts")
    named_entries = entries.annotate(
        **{name: KeyTextTransform(name, ids) for name in ("first", "second", "third", "fourth", "name", "referee")}
    )
    own = OuterRef("player__public_id")
    at_table = Q(first=own) | Q(second=own) | Q(third=own) | Q(fourth=own)
    own_entries = named_entries.filter(Q(verb__in=OF_TABLES) & at_table | Q(verb__in=OF_CALLS, name=own))
    found = _at_work().filter(Q(due_at__isnull=True) | Q(due_at__lte=now))
    of_all = Q(verb__in=OF_ROUNDS) | Q(verb__in=OF_ALL, facts__told_players=True)
    on_court = named_entries.filter(Q(verb__in=OF_COURTS) & at_table | Q(verb__in=OF_REFEREES, referee=own))
    found = found.filter(
        Exists(entries.filter(of_all)) | Exists(on_court) | Q(badge__isnull=False) & Exists(own_entries)
    )
    return found.select_related("player__tournament", "badge")


def _batches(rows: Sequence[Subscription], now: datetime) -> Iterable[PhoneBatch]:
    """Return the batches of one tournament: each phone's news after its cursor."""
    entries = entries_for(rows)
    end = max([entries[-1][0] if entries else 0, *(row.cursor for row in rows)])
    return [PhoneBatch(row, found, end) for row, found in notes_for(rows, entries, now).items()]
