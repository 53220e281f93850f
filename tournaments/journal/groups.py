"""Verbs that go together, by their keys."""

from __future__ import annotations

#: Results of one table that the desk enters, of which helpers take back their own.
OWN_RESULTS = frozenset({"enter-result", "settle-report"})
RESULTS = OWN_RESULTS | {"put-results", "correct-result", "confirm-report", "settle-by-time", "record-late"}
#: What players say of results, and the desk of that.
REPORTS = frozenset({"report-result", "dispute-report", "take-back-report", "dismiss-reports"})
#: Who of a team sits at which board, and what follows from it.
LINE_UPS = frozenset({"hand-in-line-up", "set-line-up"})
BY_BOARDS = frozenset({"enter-result", "correct-result"})
#: Players who call an organiser.
CALLS = frozenset({"call-organiser", "take-back-call", "answer-call", "end-call"})
EDITS = frozenset(
    {"swap-players", "pair-by-hand", "unpair", "give-bye", "set-pairings", "pair-rest", "another-pairing"}
    | {"number-tables"}
)
#: What helpers read in the journal: results, and what everybody sees of the rounds. The rest tells drafts and wishes.
FOR_HELPERS = RESULTS | {"publish-round", "publish-schedule", "close-round", "close-rounds", "finish", "undo"}
FOR_HELPERS |= {"reopen-round", "unpublish-round", "say-who-goes-on"}
#: What makes the draft of a round, and what ends rounds.
PAIRED = frozenset({"pair-round", "close-and-pair"})
CLOSED = frozenset({"close-round", "close-rounds", "close-and-pair"})
ROUNDS = PAIRED | CLOSED | {"publish-round", "publish-schedule", "start-stage"}
#: Clocks of rounds.
CLOCK = frozenset({"set-clock", "hold-clock", "resume-clock", "remove-clock", "extend-table", "note-start"})
#: What moves nobody in the table while one round runs, and changes no player and no other round: its results count when
#: it is closed.
LEAVE_PLACES = (
    REPORTS
    | CALLS
    | CLOCK
    | LINE_UPS
    | frozenset({"publish-round", "enter-result", "put-results", "confirm-report", "settle-by-time", "settle-report"})
    | frozenset({"record-late"})
    | frozenset({"make-badges", "revoke-badges", "invite", "revoke-invitation", "join", "leave", "set-tables"})
    | frozenset({"request-bye", "create-token", "revoke-token"})
)
#: After which a draft may not be what would be paired now.
OUTDATE_DRAFTS = frozenset(
    {
        "add-players",
        "confirm-sign-ups",
        "take-list",
        "change-player",
        "remove-player",
        "move-players",
        "withdraw",
        "expel",
        "return",
        "request-bye",
        "correct-result",
        "say-who-goes-on",
        "count-missed",
        "deduct-points",
    }
    | {"change-settings", "forbid-pair", "allow-pair", "accept-round-robin", "set-seats", "draw-seats"}
)
#: What is taken back only while no round of the tournament is paired.
BEFORE_ROUND_1 = frozenset({"move-players"})
#: After which sections may not be called as their event is any more.
NAMING_EVENTS = frozenset({"leave-event", "rename-event"})
