"""Descriptions of fields and parameters in the OpenAPI document that their serializer or view lacks.

A line is a name, a colon and one sentence. The name is that of a field, or `Schema.field`, where the schema's name is
without `Request` and `Patched`.
"""

from __future__ import annotations

_FIELDS = """
about: What the document shows.
actor: The account that did it; null for a player or a program.
address: The address to which events are sent.
addresses: All addresses of the API.
after: The value after this rule.
after_round: The last round that counts.
agent: The token, badge or command that did it; empty for a person on a page.
all_rounds: The bonus for playing every round.
allocated_bye: Points for a bye that the pairing gives.
amount: An amount, as an exact number.
PieceOut.amount: What this round adds.
CostOut.amount: The penalty.
answers: The answers so far.
archived_at: When the tournament was archived; null if it was not.
article: The article of the rules; empty if there is none.
asks: The details that the form asks for.
at: When it happened.
attempt: The number of this attempt, from 1.
attendance: The bonus for taking part.
average: The average rating of the opponents.
awards: The prizes and their winners.
badges: The badges.
bar: The rank that starts at the bar.
base: The average rating or performance that gives no points.
before: The value before this rule.
began_at: When the task started.
CountingDocument.best: How many of the best results count; 0 means all.
best_of: The number of games in a match.
best_of_category: The bonus for the best player of each category.
black: The player with Black, as named in the file.
board: The number of the board.
boards: The boards of the match.
born_from: The first year of birth.
born_to: The last year of birth.
by: What forms the teams: clubs or federations.
bye: The kind of bye; null cancels it.
byes: The players with byes.
calls: The calls, oldest first.
can_reach: The most points that are still possible; null if unknown.
candidates: The players with or near a norm.
categories: The categories of prizes.
category: The name of the prize category.
cells: The results in the events, in order.
change: How much the rating changes.
changes: The changed lines.
ListChangesOut.changes: What would change, by player.
checked_in: Whether the player is checked in.
chief_arbiter: The name of the chief arbiter.
choices: The values that the option can take.
city: The city.
client_id: The name of the program.
clock: The clock of the round; null without one.
closed_at: When the round was closed; null if it is not.
closes_at: When sign-up closes; null if it does not close by itself.
club: The name of the club.
code: A code that stays the same in all languages.
DerivationOut.code: The code of the criterion.
columns: The criteria, in order.
comes_from: Where this side comes from, before it is known.
complete: Whether all equally good pairings were counted.
conditions: The results that would lead to this.
contact: A name, an email address or a phone number, shown publicly.
count: How many pairings are equally good.
counting: Which results count.
SeriesEventOut.counts: Whether the event counts now.
created_at: When it was created.
currency: The currency of the amounts.
data: The event.
date: The date of the rules.
decision: How the result came about.
default: The value if nothing is chosen.
default_minutes: Minutes after the start of the round when a missing player loses.
deliveries: The deliveries, latest first.
deputy_arbiters: The names of the deputy arbiters.
details: The player's details.
device_code: The code that identifies the program's request.
disputed_at: When the other player disputed it; null if nobody did.
draw: Points for a draw.
drawn_at: When the seats were drawn; null if they were not.
draws_allowed: Whether games can be drawn.
CountingDocument.drop: How many of the worst results are dropped.
dry_run: Whether this was a check that saved nothing.
ended_at: When the task ended; null while it runs.
ends_on: The last day.
entered: The round from which the player takes part.
entries: The entries of the journal.
error: The code of the error.
error_description: What went wrong.
errors: The fields with faults.
AskedOut.event: The ID of the event.
CellOut.event: The ID of the event.
events: The events, oldest first.
expected: The expected score against these opponents.
expires_at: When it expires.
extra: How much higher the penalty of the other round is.
SeriesEventIn.factor: What the points are multiplied by; 1 if it is missing.
SeriesEventOut.factor: What the points are multiplied by.
facts: The facts of the text, by name.
failing_since: Since when deliveries fail; null if they succeed.
fate: What happens to the row.
federation: The code of the federation, such as FIN.
fide_id: The FIDE ID number.
fide_mode: Whether FIDE mode is on.
finalists: The number of places in the play-off after the first stage; null if none is planned.
finished_at: When the tournament was finished; null if it is not.
first: The first side.
FixedPairIn.first: The id of the first player.
ForbiddenPairIn.first: The id of one player.
PairIn.first: The id of the first player.
ComparisonOut.first: The first rule set.
LineOut.first: The line of the first rule set; null if it has none.
SeriesLineOut.by_hand: Manual points, which are in the total.
GivenPointsOut.player: The player, as in the table.
SeriesPointsOut.points: All manual points.
GivenPointsOut.points: The points; below 0 for a penalty.
SeriesPointsIn.reason: Why; everyone can read it.
SeriesNoticeOut.moves: Who moved.
SeriesMoveOut.after: The place and the points after a reopening.
SeriesMoveOut.before: The place and the points in the closed table.
SeriesSeasonIn.change: What to do.
SeriesStandingOut.total: The points of all results that count.
SeriesSeasonOut.can_undo_reopening: Whether the season was reopened and nothing was changed since.
MoveOut.first: The place under the first rule set.
EnteredOut.first: The result of the first side.
ResultIn.first: The result of the first side.
first_from: The number of players from which there is a bonus for first place.
first_label: What the first side is called.
first_round: The number of the first round.
fixed_pairs: The fixed pairs.
floor: The rank that starts at the floor.
forbidden_pairs: The forbidden pairs.
forfeit_loss: Points for a loss by forfeit.
forfeit_win: Points for a win by forfeit.
format: The name of the file format.
free: The players without a game in this round.
full_bye: Points for a full-point bye.
game: The game that is played.
games: The games.
EnteredOut.games: The games won by the first side, won by the second side, and drawn.
grant_type: The grant of RFC 8628.
group: Who can win the prizes of the category.
half_bye: Points for a half-point bye.
half_byes_most: The most half-point byes for a player; null without a limit.
half_byes_not_in_last: The number of last rounds without half-point byes.
hall: The tables and rooms.
help: A sentence about the option.
hours: The hours for which the link is valid.
how: What decided it: games, a lot or a decision.
id: The permanent id.
is_on: Whether the webhook is on.
is_open: Whether players can sign up.
is_public: Whether everyone can see the tournament.
k: The development coefficient K.
key: The permanent name for programs.
kind: The kind.
ByeAskedOut.kind: The kind of bye.
ByeIn.kind: The kind of bye; null cancels it.
ByeOfPlayerIn.kind: The kind of bye; null cancels it.
ByeOfRoundIn.kind: The kind of bye.
ByeOut.kind: The kind of bye.
FromOut.kind: Where the side comes from.
MissedIn.kind: The kind of bye; null for rounds without points.
OptionOut.kind: The type of the value.
RequestedByeOut.kind: The kind of bye.
label: The name for people.
language: The language of documents and of the hall screen; empty for each reader's language.
last: The last number.
last_round: The last round; null for all rounds.
CountingDocument.least: How many events a player needs to be ranked.
least_games: How many rated games a performance needs.
least_players: The number of players of the smallest event that counts.
PointsDocument.left: What players who left an event before its end get.
left_fide: When and why the tournament left FIDE mode; null if it did not.
level: The decisions, by round.
likely_duplicate: Whether the list probably has this person already.
likeness: What the players have in common besides the name.
line: The number of the line.
lines: The criteria, in order.
list: The key of the rating list.
listed_on: The date of the list.
lists: The rating lists.
live: Whether results of the running round are included.
loss: Points for a loss.
made: Whether the norm has been made.
made_at: When the badge was created.
matches: The matches.
maximum: The greatest value; null without a limit.
may_have_bye: Whether the pairing may give the player a bye.
measure: Which warning or penalty it is.
member: The member of the team.
members: The people on the staff.
TeamMembersIn.members: The members, in board order.
met: Whether the requirement is met.
methods: The HTTP methods.
minimum: The smallest value; null without a limit.
minutes: The minutes of the round.
missing: How many players the team lacks.
missing_is_nothing: Whether a missed event counts as 0.
months: For how many months a result counts; 0 means without limit.
moves: The players whose place differs.
name: The name.
notation: The result as people write it, such as 1-0.
note: A note on the decision.
now: The penalty in the present round.
RoundComparisonOut.now: The current tables.
number: The number.
of: How many steps the task has.
off_at: When the webhook was switched off; null if it is on.
off_because: Why the webhook was switched off; null if it is on.
official_rating: The rating that counts for the rating report.
AnswerOut.one: The first key.
QuestionOut.one: The first key.
open_results: The number of games without a result.
operations: The operations, in order.
opponent: The opponent; null without one.
options: The options by name.
SystemOut.options: The options of the system.
AnswerIn.other: The second key, or the ID of another player.
AnswerOut.other: The second key.
QuestionOut.other: The second key.
own: The player's own results that would decide it.
pairing: The id of the table's pairing.
pairings: The tables.
PairingsIn.pairings: The pairs, for tables 1, 2, 3 and so on.
pairs: The pairs.
papers: The documents.
part: The part of the bracket.
parts: The parts of the bracket.
penalties: The warnings and penalties.
people: The people found, best match first.
performance: The performance rating.
pieces: What each round adds.
place: The number of this pairing among them.
CountingOut.place: The place in the standings.
place_in_group: The place in the group; null without groups.
places: The number of places; null without a limit.
CountingDocument.planned: How many events the season has; 0 if unknown.
planned_rounds: The number of rounds; null if it is open.
played: The number of games played.
player: The player.
ByeOfPlayerIn.player: The id of the player.
ByeOfRoundIn.player: The id of the player.
MovedOut.player: The player in the new section.
SeatOut.player: The player on the seat.
players: The players.
BracketOut.players: The players in the bracket, by id.
DeletedOut.players: The number of players.
EditIn.players: The ids of the players to change.
RatingListOut.players: The number of players on the list.
SectionOut.players: The number of players.
players_decide: Whether players check in, request byes and withdraw with their badges.
players_report: Whether players report results with their badges.
points: The points.
NewTournamentIn.points: The points for each result.
ChangeIn.points: The points for each result.
RulesOut.points: The points for each result.
preset: The key of the preset; null if the options fit none.
presets: The presets of the system.
published_at: When the round was published; null for a draft.
questions: The open questions.
rank: The rank of a Go or shogi player, such as 12k or 3d.
OtherPlaceOut.rank: The place.
rank_method: The method of the starting rank.
rate_of_play: The time control in words.
rating: The rating; null without one.
rating_below: Ratings below this number.
rating_from: Ratings from this number.
rating_source: Where the rating comes from.
reading: How a Japanese name is read, in kana.
reason: The reason, as it was entered.
PgnRowOut.reason: Why the result was not saved.
reasons: The reasons, in order.
remarks: Remarks about the file.
report_minutes: Minutes until an undisputed report counts; 0 for never.
reports: The results that players have reported.
requested_byes: The byes for rounds that are not yet paired.
requirements: The requirements of the norm.
result: The result; null without one.
results: The results.
DeletedOut.results: The number of results.
reversible: Whether the entry can be undone.
revision: The revision of the tournament.
role: The role on the staff.
round: The number of the round.
AnotherOut.round: The draft.
round_dates: The days of the rounds.
moved_to: When the match is played; empty if with its round.
moved_matches: Matches that are played at a different time from their round.
rounds: The rounds.
DeletedOut.rounds: The number of rounds.
ImportedOut.rounds: The number of rounds.
rows: The rows, in order.
SeriesIn.rule: How the series counts; missing fields have their defaults.
NewSeriesIn.rule: How the series counts; missing fields are as in the preset, or have their defaults.
SeriesOut.rule: How the series counts.
rule_sets: The rule sets.
rules: The key of the rule set.
AnswerOut.same: Whether they are one person.
scope: The scopes of the token, separated by spaces.
scopes: What the token allows.
score: The score of the game; null if it has none.
score_kind: What a score counts, such as points or goals.
score_total: The sum of both scores; null if it varies.
seat: The number of the seat.
seating: How seats are assigned.
seats: The seats, in order.
second: The second side.
FixedPairIn.second: The id of the second player.
ForbiddenPairIn.second: The id of the other player.
PairIn.second: The id of the second player.
ComparisonOut.second: The second rule set.
LineOut.second: The line of the second rule set; null if it has none.
MoveOut.second: The place under the second rule set.
EnteredOut.second: The result of the second side.
ResultIn.second: The result of the second side.
second_label: What the second side is called.
section: The slug of the section.
TermOut.section: The part of the system's rules.
sections: The sections, in order.
seed: The number in the starting order.
SeatsOut.seed: The number from which the draw can be repeated; null without a draw.
sentence: The same information in a sentence.
sentences: The same information in sentences.
separated_by: The criterion that separates the player from the next one; null if none does.
sequence: The number of the entry.
AllSeriesOut.series: All series.
sex: The sex as m or w; empty if unknown.
sharing: How tied players share prizes.
shows: The pages that the screen shows in turn.
side: The side that advances.
sides: The sides.
sign_ups: The sign-ups, in order.
skip_guests: Whether places close up behind players who take no points.
slug: The slug, the name in the address, of the tournament.
source: The document with the rules.
stage: The number of the stage.
stages: The stages, in order.
standings: The standings.
start_positions: Whether Chess960 start positions are drawn.
started_at: When the stage started; null before that.
starts_on: The first day.
state: The state.
status: The state.
ProblemOut.status: The HTTP status.
steps: The rules that changed the value, in order.
stored: The number of results that were saved.
summary: What the system does, in a sentence.
system: The key of the pairing system.
systems: The pairing systems.
table: The number of the table.
tables: The tables; null for all.
LateIn.tables: The tables with late players.
ReportsOut.tables: The tables with reports.
team: The id of the team.
teams: The teams, in order.
term: The name of the term.
terms: The parts of the penalty.
text: The text for people.
then: The penalty in the other round.
RoundComparisonOut.then: The tables of the alternative.
thing: The prize if it is not money.
tie_break: The tie-break value.
PointsDocument.ties: How tied players of an event share points.
time_control: The time control for programs, such as 5400+30.
time_zone: The time zone, such as Europe/Helsinki.
timestamp: When the event happened.
title: The title, such as GM or WIM.
CandidateOut.title: The title of the norm.
ProblemOut.title: What is wrong, in a few words.
token_type: Bearer.
tokens: The tokens, latest first.
top: The number of top places.
topic: The topic of the event.
SeriesNameOut.slug: The slug, the name in the address, of the series.
SeriesOut.slug: The slug, the name in the address, of the series.
SeriesLineOut.total: The points of all results that count.
tournament: The tournament.
tournaments: The tournaments, latest first.
type: The kind of operation.
unbeaten: The bonus for no loss.
undone: Whether the entry was undone.
url: The web address.
uses_check_in: Whether only players who are checked in are paired.
usual_to: The usual upper limit of the bar.
value: The value.
values: The value of each column, by its code.
verb: The type of the change.
verdicts: A verdict for each player.
version: The version, for If-Match.
TournamentFileIn.version: The version of the file format.
webhooks: The webhooks.
DeletedOut.webhooks: The number of webhooks.
what: The name of the setting.
why: Why it is so.
RowOut.why: Why the player is above the next one.
NotInRoundOut.why: Why the player is not in the round.
LockOut.why: Why it is locked.
win: Points for a win.
withdrawn_after: The last round of a withdrawn player; null if the player takes part.
witnesses: Results of the open games that would decide it.
won: What the side won: games, or the match.
zero_bye: Points for a zero-point bye.
CallIn.despite_rest: Calls the match although a player has not rested long enough.
CourtOut.called_again_at: When the match was called a second time.
CourtOut.called_at: When the match was called.
CourtOut.court: The number of the court.
CourtOut.open: Whether matches are called there.
CourtSettingsIn.closed: Courts to which no matches are called.
CourtSettingsIn.reserved: Courts that only some matches get.
CourtSettingsOut.apart: Names that different people have in two sections.
CourtSettingsOut.by_itself: Whether the next match is called as soon as a court is free.
CourtSettingsOut.closed: Courts to which no matches are called.
CourtSettingsOut.reserved: Courts that only some matches get.
CourtSettingsOut.rest: Minutes between two matches of a player.
CourtSettingsOut.plans: The planned times of the sections that have a plan.
CourtSettingsIn.plans: The planned times of sections; a section without one has none.
CourtSettingsOut.on_time: Whether no match is called before its planned time.
CourtSettingsOut.referees: Who referees matches: no players, or those without a match.
CourtSettingsOut.waits: Whether nobody is proposed before the rest is over.
CourtsOut.courts: All courts by number.
CourtsOut.queue: Matches that wait, the next one first.
QueuedOut.match: The match that waits.
ReservedCourt.court: The number of the court.
"""

_PARAMETERS = """
code: The code of the criterion, such as BH.
edition: The format of the report file.
event: The id of the event.
given: The id of the manual points.
is_public: Whether everyone can see the tournament.
link: The id of the link.
member: The id of the person.
number: The number of the round.
pairing_id: The id of the pairing.
paper: The key of the document.
penalty_id: The id of the warning or penalty.
player_id: The id of the player.
public_id: The id of the sign-up.
sequence: The number of the journal entry.
series: The slug, the name in the address, of the series.
sheet: The key of the document.
slug: The slug, the name in the address, of the tournament.
starts_on: The first day.
task_id: The id of the task.
time_zone: The time zone, such as Europe/Helsinki.
token: The id of the token.
verb: What to do.
webhook: The id of the webhook.
wish_id: The id of the fixed or forbidden pair.
"""


def _read(texts: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in texts.strip().splitlines())


FIELDS, PARAMETERS = _read(_FIELDS), _read(_PARAMETERS)
