"""Define the facts of journal entries: one dictionary for each kind, named by the records of the verbs.

Sentences, undo and the journal's filters use the facts, and programs get them with each event. An entry of an earlier
version can lack some. `ids` has the public ids of people, under the key that has their names. `became` is what
followers read, see `tournaments.core.journal.event_payload`.
"""

from __future__ import annotations

from typing import Required, TypedDict

Ids = dict[str, str | list[str]]


class Facts(TypedDict, total=False):
    """Only the ids of people, and no other facts."""

    ids: Ids
    became: dict[str, object]


class Subject(Facts, total=False):
    """A person, a team or an object, by name."""

    name: Required[str]


class NamedPeople(Facts, total=False):
    """One person by `name`, several by `names`; `count` is their number."""

    name: str
    names: list[str]
    count: int


class ByesAsked(NamedPeople, total=False):
    """A player's request for a bye in a round: its `kind`, or None if it was withdrawn. Also the requests of several
    players.
    """

    round: int
    kind: str | None


class Leaving(NamedPeople, total=False):
    """`round`: the last round that they play, 0 if they withdraw before the first. `results` are the forfeited
    games.
    """

    round: int
    results: list[TableChange]


class Expelled(Facts, total=False):
    """`out` instead of `name`: the player is also removed from the standings."""

    name: str
    out: str
    round: Required[int]
    results: list[TableChange]


class Members(Subject, total=False):
    """A team and the number of its members."""

    count: Required[int]


class Penalty(Subject, total=False):
    """`team`: the team of the member `name`."""

    team: str
    round: Required[int]
    measure: Required[str]
    why: Required[str]


class PointDeduction(Subject, total=False):
    """`points` as an exact number; None removes the deduction."""

    round: Required[int]
    points: Required[str | None]
    why: Required[str]


class Bye(Subject, total=False):
    """A bye of a kind, in a round."""

    round: Required[int]
    kind: Required[str]


class Missed(Subject, total=False):
    """`rounds` are numbers separated by commas. Without a kind, the byes are withdrawn."""

    rounds: Required[str]
    kind: Required[str | None]


class Listed(Facts, total=False):
    """Players of a list: the number of new players, their names if there are few, and the existing `players` that
    changed.
    """

    count: int
    name: str
    names: list[str]
    players: list[str]


class ClubTeams(Facts, total=False):
    """The number of counting players of each club or federation; `counting` has the selected options."""

    clubs: int
    federations: int
    counting: list[str]


class Fee(Facts, total=False):
    """The fee in the notation for readers; None if there is none."""

    fee: Required[str | None]


class PlaceLimit(Facts, total=False):
    """The number of places for sign-ups; None without a limit."""

    places: Required[int | None]


class Counted(Facts, total=False):
    """A number."""

    count: Required[int]


class Numbered(Facts, total=False):
    """A stage by its number, and the number of its players."""

    number: Required[int]
    count: Required[int]


class OfRound(Facts, total=False):
    """A round by its number."""

    round: Required[int]


class Paired(OfRound, total=False):
    """`by_hand`: the draft has no pairs yet. `closed`: the round that was closed at the same time."""

    by_hand: bool
    closed: int


class PairedRest(OfRound, total=False):
    """The number of manual pairings that were kept."""

    count: Required[int]


class Another(OfRound, total=False):
    """The place of a pairing among `count` equally good ones; `count` is a text such as `24+` if not all are known."""

    count: Required[int | str]
    place: Required[int]


class Published(OfRound, total=False):
    """`names` of players without a pairing."""

    names: list[str]


class PublishTime(OfRound, total=False):
    """Local time; without it, the publish time is removed."""

    time: str
    minutes: int | None


class Started(OfRound, total=False):
    """Local time; without it, the start is removed."""

    time: str


class ClockSetting(OfRound, total=False):
    """`was`: the former minutes, if there was a clock."""

    minutes: Required[int]
    was: int | None


class Extension(OfRound, total=False):
    """None if a table no longer has an extension."""

    table: Required[int]
    minutes: Required[int | None]


class Pair(Facts, total=False):
    """Two players; `round` if the fact is about one round."""

    first: Required[str]
    second: Required[str]
    round: int
    table: int


class DraftPlayer(OfRound, total=False):
    """A player in a draft; `kind` of a bye."""

    name: Required[str]
    kind: str


class TableOfRound(OfRound, total=False):
    """A table of a round."""

    table: Required[int]
    pairing: Required[str]


class NewDate(TableOfRound, total=False):
    """The new and the former date of a match played apart from its round; "" means together with its round."""

    moved_to: Required[str]
    moved_from: Required[str]


class PlayerCall(Subject, total=False):
    """A caller and the table; None before round 1, and for players without a table."""

    round: Required[int | None]
    table: Required[int | None]


class LineUp(Subject, total=False):
    """A team at a table."""

    round: Required[int]
    table: Required[int]


class ResultReport(TableOfRound, total=False):
    """A player's report of a result, `said`; in a team match, with its boards."""

    name: Required[str]
    said: str
    boards: str


class TableChange(TypedDict, total=False):
    """The change at a table. `was` and `now` are results in notation, "" for none; `boards` are those of a team match.

    `by` and `at` are the author and time on the result slip.
    """

    ids: Ids
    pairing: Required[str]
    table: Required[int]
    was: Required[str]
    now: Required[str]
    boards: str
    round: int
    by: str
    at: str
    late: str


class ResultChange(Facts, total=False):
    """The change of one table, with its round. `name` reported the result `said`. `note` explains an adjourned game.
    `kept` is the player who still advances in a bracket; `annulled` is the number of results annulled with a seat.
    `back` is the result that counts for rating again.
    """

    round: Required[int]
    table: Required[int]
    pairing: Required[str]
    was: str
    now: str
    back: str
    boards: str
    by: str
    at: str
    name: str
    said: str
    note: str
    kept: str
    seats: str
    annulled: int


class Results(OfRound, total=False):
    """The changes of several tables, one line for each."""

    count: Required[int]
    results: Required[list[TableChange]]
    by: str
    at: str


class ResultOrResults(Facts, total=False):
    """The change of a single table, or of several with one line for each."""

    round: Required[int]
    table: int
    pairing: str
    was: str
    now: str
    boards: str
    by: str
    at: str
    seats: str
    annulled: int
    count: int
    results: list[TableChange]


class LateForfeits(OfRound, total=False):
    """Forfeits of the late players `names`."""

    count: Required[int]
    results: Required[list[TableChange]]
    names: list[str]


class GoesOn(TableOfRound, total=False):
    """`how` a match without a winner was decided for `name`; without both, the decision is undone."""

    name: str
    how: str
    note: str


#: The key "from", a reserved word in Python: the court to which a match was called before.
From = TypedDict("From", {"from": int}, total=False)


class Called(OfRound, From, total=False):
    """A match and its court, and the player who referees it."""

    referee: str

    court: Required[int | None]
    table: Required[int]
    pairing: Required[str]
    names: Required[list[str]]


class CourtsChange(Facts, total=False):
    """None if courts are switched off; `closed` are numbers separated by commas."""

    courts: int
    closed: str


class TableNumbering(Facts, total=False):
    """The first table, closed tables and rooms, in the notation for readers; empty if tables are numbered from 1."""

    table: str
    closed: str
    rooms: str
    limit: str
    stations: str


class Screen(Facts, total=False):
    """The parts of the screen, its message, and the number of places shown in the standings."""

    shows: Required[list[str]]
    message: Required[str | None]
    depth: Required[int | None]
    told_players: bool


class EventPage(Facts, total=False):
    """The changed parts of the event page."""

    parts: list[str]


class Seats(Facts, total=False):
    """`seed` of the random draw."""

    count: Required[int]
    seed: Required[str]
    seating: Required[str]


class Seed(Facts, total=False):
    """The seed of a random draw."""

    seed: Required[str]


class RulesChange(Facts, total=False):
    """The rules of the standings, as `tournaments.core.rulebook.RuleBook.facts` returns them."""

    was: Required[dict[str, object]]
    now: Required[dict[str, object]]


class Settings(Facts, total=False):
    """Column names, separated by commas."""

    changed: Required[str]


class Prizes(Facts, total=False):
    """The prizes in the notation for readers; empty if none are left."""

    prizes: str


class ManualOrder(Facts, total=False):
    """Players in the manual order, after a round."""

    round: Required[int]
    players: Required[list[str]]


class Outside(Facts, total=False):
    """Players whose external values changed."""

    count: Required[int]
    players: Required[list[str]]


class Finished(Facts, total=False):
    """The number of rounds played, if the tournament ended before its planned rounds."""

    played: int
    planned: int


class Receiver(Facts, total=False):
    """The host of a webhook. `after`: events after this number are sent again; `number`: this event is sent again."""

    host: Required[str]
    after: int
    number: int


class Staff(Facts, total=False):
    """A person's role, the `tables` for which the person enters results, and the end of the access."""

    name: str
    role: str
    tables: str
    until: str


class StaffOfEvent(Facts, total=False):
    """Names of people who now work in all sections."""

    names: list[str]


class Section(Facts, total=False):
    """A section and its event; `names` of staff who were added, `place` in the order of sections."""

    section: Required[str]
    event: str
    names: list[str]
    place: int


class Renamed(Facts, total=False):
    """The event's former name, and the new one."""

    former: Required[str]
    event: Required[str]


class Moved(Facts, total=False):
    """Players who move `to` another section, or come from `origin`; pairs and byes removed from a draft."""

    names: Required[list[str]]
    count: int
    to: str
    origin: str
    pairs: list[str]
    byes: list[str]
    round: int


class Undone(Facts, total=False):
    """`of` is the undone verb, `sequence` its entry. The other facts are those of that entry."""

    of: Required[str]
    sequence: Required[int]
