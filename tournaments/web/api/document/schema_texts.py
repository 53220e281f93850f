"""Descriptions of schemas in the OpenAPI document that their serializer lacks.

A line is a schema's name without `Request` and `Patched`, a colon and one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tournaments.web.api.document.field_texts import FIELDS, PARAMETERS

_TEXTS = """
AddInTypeEnum: Says that the operation adds a player.
AddressOut: An address of the API with its methods.
AdjournIn: A game to adjourn.
AdvanceOut: Which side of a drawn match advances, and what decided it.
AllSeriesOut: The series of the server.
AnotherOut: The pairing that the draft has now, among those that are equally good.
AnswerIn: Whether two players of a series are one person.
AnswerOut: The answer of the organiser about two players.
AskIn: A program's request for a code, by which a person allows it to work (RFC 8628).
AskOut: The codes and addresses with which a person allows the program to work.
AskedOut: A player of an event in a question about who is one person.
AsksEnum: A detail that the sign-up form can ask for.
AwardOut: A prize that a player wins, with the reasons.
BadgeOut: A player's badge, without its code.
BadgesIn: The players who get or lose badges.
BadgesOut: All badges of a tournament.
BarOut: The starting groups of a McMahon tournament.
BestBoardOut: The result of one member of a team in all rounds.
BestBoardsOut: The results of all members of all teams.
BlankEnum: An empty text.
BoardOut: One board of a team match.
BoardsIn: The results of the boards of a team match.
BracketOut: The bracket of a knock-out stage.
BracketPartOut: A part of a bracket, such as the main bracket or the match for third place.
BracketRoundOut: One round of a part of a bracket.
BracketSideOut: One side of a match in a bracket.
BrokenOut: A round that breaks rules of its pairing system.
ByHandOut: The manual changes of a round, compared with the engine's pairing.
ByeAskedOut: A bye that a player has asked for.
ByeIn: A bye for a player in one round.
ByeKind: The kinds of byes.
ByeOfPlayerIn: A bye for one of several players.
ByeOfRoundIn: A bye in a round whose pairings are set.
ByeOperationInTypeEnum: Says that the operation sets a bye.
ByeOut: A player without a game in a round, and the kind of bye.
ByeReasonsOut: Why a player has the bye of a round.
ByesAskedIn: Byes for several players.
CallOut: A player's call for an organiser.
CallsOut: All calls for an organiser that are open.
CandidateOut: A player who has made or can still make a norm.
CategoryDocument: A group of players with its own table.
CategoryField: A category of prizes, and who can win them.
PresetEnum: A known way to give points for places.
SeriesByHandOut: Points that an organiser of a series awarded or deducted.
CellOut: The result of a player in one event of a series.
ChangeInTypeEnum: Says that the operation changes a player.
ChangeOut: How much a rating changes, and how that was calculated.
CheckInIn: An operation that checks a player in.
CheckInInTypeEnum: Says that the operation checks a player in.
CheckOutIn: An operation that checks a player out.
CheckOutInTypeEnum: Says that the operation checks a player out.
ChoiceOut: One value that an option can take.
ClearInTypeEnum: Says that the operation clears a result.
ClockIn: The time of a round.
ClockOut: The clock of a round.
ClubOrFederation: How club teams are formed: by club or federation.
ClubTableOut: The standings of the club teams.
ClubTeamOut: A club team with its score and the players who count for it.
ComparisonOut: How two rule sets rank the same results.
ConditionOut: A result that a verdict depends on.
ConfirmIn: The sign-ups that get a place.
CopyIn: The name and the day of a copy of a tournament.
CorrectInTypeEnum: Says that the operation corrects a result.
CorrectionIn: A corrected result of a closed round, with its reason.
CostOut: The penalty of a manual change.
CountingDocument: Which results of a series count, and who is ranked.
CountingOut: A player whose place counts for a club team.
DecisionEnum: How a result came about.
DeductionIn: Points to deduct from a player, or to give.
DeductionOut: Points that the arbiter deducted or gave.
DeliveriesOut: The latest deliveries of a webhook.
DeliveryOut: One attempt to deliver an event to a webhook.
DepthEnum: Distances in metres from which the hall screen is read.
DerivationOut: How one number of the standings is calculated.
DoEnum: Manual changes of a round.
DrawOut: How the seats were drawn.
EditIn: A manual change of a round.
EnrolmentIn: How players can sign up for a tournament.
EnrolmentOut: How players can sign up for a tournament, and how many have.
EntryOut: An entry of the journal.
EnterInTypeEnum: Says that the operation enters a result.
EventNameIn: A new name for an event.
EventOfAllOut: Something that happened in one of your tournaments.
EventOut: An event and its sections.
EventPlayerOut: A player of an event, with the section.
EventPlayersOut: The players of all sections of an event.
ExpelIn: Why a player is expelled, and how that is shown.
ExtensionIn: Extra time for a table.
ExtensionOut: The extra time of a table.
FateEnum: What happens to a row of a player list.
FaultEnum: Why a delivery failed before the other server answered.
FaultOut: A fault in one field of a request.
FeeIn: The entry fee of a tournament.
FeedEntryOut: The journal entry behind an event of the feed.
FeedEventOut: Something that happened in the tournament.
FeedOfAllOut: A page of what happened in your tournaments.
FeedOut: A page of what happened in the tournament.
FeedResultOut: A result in the feed.
FeedRoundOut: A round in the feed, and its state.
FeedRoundStatus: The state of a round after an event.
FeesOut: The entry fee, and who has paid it.
FideModeOut: Whether FIDE mode is on, and what it locks.
FirstRatingOut: The first rating of a player without one.
FixedPairIn: Two players who must meet in a round.
FixedPairOut: Two players who must meet in a round.
FixedPairsOut: All fixed pairs.
FollowEnum: What to do with later matches when another player advances.
ForbiddenPairIn: Two players who must not meet.
ForbiddenPairOut: Two players who must not meet.
ForbiddenPairsOut: All forbidden pairs.
FormatEnum: The name of the file format.
FromOut: Where a side of a match in a bracket comes from.
FromOutKindEnum: Where a side of a match in a bracket comes from.
GameEnum: The games that a tournament can be for.
GameOut: A game that was played or is planned.
GoesOnIn: Which side of a drawn match advances.
GrantTypeEnum: The grant that a program asks for (RFC 8628).
HowEnum: What decided who advances from a drawn match.
ImportedOut: What a report file contained, and what became of it.
IndexOut: The addresses of the API and of its documentation.
JoinEventIn: The event that a tournament joins as its last section.
JournalOut: A page of the journal.
LateIn: The players who were not at the board at the default time.
LateOut: The sides of a table that were not at the board at the default time.
LateTableIn: The sides of one table that were late.
LeaveIn: The reason for leaving FIDE mode, with a confirmation.
LeftFideOut: When and why the tournament left FIDE mode.
LeftOut: A prize that nobody won.
LevelOut: The places that were decided manually after a round.
LevelsOut: All places that were decided manually.
LineOut: A criterion of two rule sets that are compared.
LineUpIn: Who plays on which board for a team.
LineUpOperationInTypeEnum: Says that the operation sets a line-up.
LineUpOut: The line-up of a team in a match.
LinkDocument: A link on the event page.
LinkOut: A link with which a person joins the staff.
ListChangeOut: What a rating list says differently about a player.
ListChangesOut: What rating lists say differently about the players.
ListOut: What a player list contained, and what becomes of each row.
ListRowOut: A row of a player list.
ListedOut: A line of a player list that was not read.
ListedPeopleOut: People of the rating lists who match a search.
ListedPersonOut: A person of a rating list.
LockOut: A setting that FIDE mode locks.
MatchOut: A match in a bracket.
MeasureEnum: The warnings and penalties that there are.
MemberOut: A person on the staff.
MissedIn: How the rounds that a late player missed count.
MissedOperationInTypeEnum: Says that the operation sets how missed rounds count.
MoveIn: The section to which a player moves.
MoveOut: A player whose place differs between two rule sets.
MovedOut: A player in the new section, and what did not move along.
NewBadgeOut: A new badge with its code, which is not shown again.
NewBadgesOut: New badges with their codes, which are not shown again.
NewPassOut: A new helper pass with its link, which is not shown again.
NewSecretIn: How long the old secret of a webhook stays valid.
NewSeriesIn: The name and the rule of a new series.
NewSignUpOut: A new sign-up with its secret, which is not shown again.
NewTokenOut: A new token with its secret, which is not shown again.
NewTournament: A tournament to create.
NormsOut: The players who have made or can still make a norm.
NotInRoundOut: A player who is not in a round, and why.
NullEnum: No value.
OAuthErrorOut: An error in the form of OAuth 2.0 (RFC 6749, section 5.2).
OffBecauseEnum: Why a webhook is switched off.
OnePairingOut: A table of a round, with the reasons for its pairing.
OpenOut: What the player can do now.
OperationIn: One operation of a desk that was offline.
OperationOut: What became of an operation.
OperationStatus: What became of an operation.
OperationsIn: Operations of a desk that was offline, in order.
OperationsOut: What became of each operation.
OptionOut: An option of a pairing system.
OptionOutKindEnum: The type of an option's value.
OrderIn: An order of tied players, with its reason.
OtherPlaceOut: The place of a player who is not in the last stage.
OutcomeEnum: The result of one side.
OutsideIn: Values for a tie-break that is calculated outside Kierros.
OutsideOut: Values for a tie-break that is calculated outside Kierros.
OwnLineUpIn: A line-up that a captain submits.
OwnOut: What the results of a player's own games would decide.
OwnPlayerOut: What a player sees and can do with a badge.
OwnReportIn: The result that a player reports.
OwnRoundIn: The round of the player's table.
OwnTableOut: The player's table in a running round.
PaidIn: People who have paid the entry fee, or have not.
PairIn: Two players at one table.
PairRoundIn: How a round is paired.
PairedOut: A round that was paired, with notices.
PairingOut: A table of a round.
PairingsIn: All pairs and byes of a draft.
PaperOut: A document that can be printed.
PapersOut: All documents that can be printed now.
PartEnum: The parts of a bracket.
PassIn: How long a helper pass is valid, and for which tables.
ChangeIn: Settings to change; fields that are left out keep their values.
PayerOut: Somebody who owes the entry fee or has paid it.
PenaltiesOut: The warnings and penalties of all players.
PenaltyIn: A warning or a penalty for a player.
PenaltyOut: A warning or a penalty of a player.
PlayerIn: A player with the fields that are known.
PointsDocument: The points of one event of a series.
QuestionOut: Two keys that may be one person.
QuestionsOut: The questions about who is who in a series, and the answers.
GivenPointsOut: Manual points of a player of a series.
SeriesBy: What determines the points of an event.
SeriesEventOut: An event of a series.
SeriesIn: The name and the rule of a series.
SeriesLeft: What players who left an event before its end get.
SeriesLikeness: What two players have in common besides the name.
SeriesLineOut: A line of the table of a series.
SeriesNoticeOut: A change of the table during the season.
SeriesOrganiserIn: An organiser of a series to add or remove.
SeriesOrganisersOut: The organisers of a series besides its owner.
SeriesPersonOut: A player of a series.
SeriesPointsIn: Manual points for a player of a series.
SeriesPointsOut: The manual points of a series.
SeriesMoveOut: A player whose place or points in a series would change.
SeriesNameOut: The name and the address of a series.
SeriesOut: A series with its rule and its events.
SeriesRuleDocument: How a series counts.
SeriesSeasonChange: What is done with the season of a series.
SeriesSeasonIn: What to do with the season of a series.
SeriesSeasonOut: Whether the season of a series is closed, and what reopening it would change.
SeriesSex: The sex that a category of a series is limited to.
SeriesStandingOut: The place and the points of a player in a series.
SeriesStep: What separates players of equal total.
SeriesTableOut: The table of a series.
SeriesTies: How tied players of an event share points.
StageSystemIn: The pairing system of a stage and its options.
TypedResultIn: The place of a player in an event that was not run here.
WebhookChangeIn: Fields of a webhook to change.
PgnOut: The results found in a PGN file.
PgnRowOut: A game of a PGN file, and what becomes of its result.
PgnRowOutStatusEnum: What becomes of the result of a PGN game.
PieceOut: What one round adds to a number of the standings.
PlayerDoneOut: A player after the change.
PlayersAddedOut: Players that were added, with possible duplicates.
PlayersIn: Players to add.
PlayersOut: The players of a tournament.
PossibleEnum: What can become of a row of a player list.
PresetOut: Named values for the options of a pairing system.
PrizeField: A prize: an amount of money or a thing.
ProblemOut: An error (RFC 9457).
PublishTimeIn: When a draft is published automatically.
RatedIn: A result that differs for the rating report only.
RatedOut: The rating of a player, and how this tournament changes it.
RatingListOut: A rating list of this server.
RatingListsOut: The rating lists that fit this tournament.
RatingsOut: The ratings of all players, and how this tournament changes them.
ReasonEnum: Why the result of a PGN game was not saved.
ReasonOut: One reason for a pairing.
RemoveIn: An operation that removes a player.
RemoveInTypeEnum: Says that the operation removes a player.
ReplayIn: The events that are delivered to a webhook again.
ReportOut: A result that a player has reported.
ReportedOut: The results that players of a table have reported.
ReportsOut: Reported results that are not confirmed.
RequestedByeOut: A bye for a round that is not yet paired.
RequirementOut: A requirement for a norm, and whether it is met.
RestOut: What is still needed for a norm.
ResultsIn: Results of several tables.
ReturnIn: An operation that returns a player to the tournament.
ReturnInTypeEnum: Says that the operation returns a player.
RewoundOut: The entries that were undone.
RoundOut: A round with its tables and byes.
RoundReasonsOut: Why a round is paired as it is.
RoundVerbIn: Details for publishing or reopening a round.
RoundsOut: The rounds of a tournament.
RowOut: A row of the standings.
RuleSetOut: A rule set for standings.
RuleSetsOut: All rule sets, and the lines that they can have.
RulesEnum: The rule sets for standings.
RulesOut: The standings rules of a tournament.
RulesTakenOut: The standings rules that now apply.
ScheduleOut: The schedule of a stage.
ScheduledRoundOut: A round of a schedule.
ScopesEnum: What a token allows.
SeatOut: A seat and the player on it.
SeatsIn: How seats are assigned.
SeatsOut: The seats of a stage, and how they were assigned.
SecretOut: A webhook with its new secret, which is not shown again.
SectionIn: A new section of an event.
SectionOut: A section of an event.
SeveralIn: The players that are changed together.
SeveralOut: The players after the change.
SexEnum: The sexes that categories, norms and mixed pairs distinguish.
SharedOut: The staff that the sections of the event now share.
SharingEnum: How tied players share prizes.
SideEnum: The side of a match.
SideOut: One side of a table.
SidesEnum: The sides of a table.
SignUpIn: What a player enters to sign up.
SignUpOut: A sign-up.
SignUpState: The state of a sign-up.
SignUpsOut: The sign-ups of a tournament.
SponsorDocument: A sponsor on the event page.
StaffOut: The staff of a tournament, and the links that are still valid.
StageFactsOut: What the pairing engine knows about a stage.
StageIn: The next stage, and who advances to it.
StageOut: A stage of the tournament.
StageSystemOut: The pairing system of the current stage.
StagesOut: The stages of the tournament.
StandingOut: The state of your sign-up.
StandingsOut: The standings.
StartIn: When the games of a round started.
StartPositionOut: The start position of a Chess960 table.
StartingGroupOut: The players who start a McMahon tournament with the same score.
StepOut: A rule that changed a value, with the values before and after.
SuccessorOut: The table that must be changed first.
SystemEnum: The pairing systems.
SystemOut: A pairing system.
SystemsOut: All pairing systems.
TableOut: A table and its number.
TableReasonsOut: Why two players meet.
TableResultIn: The result of one table.
TablesIn: The tables at which a helper enters results.
TakeIn: A program's request for its token (RFC 8628), or a website's (RFC 6749).
TakeOut: The token that a person has allowed.
TaskOut: A long task of the server.
TaskState: The state of a long task.
TeamMatchOut: A team match with line-ups and boards.
TeamMemberIn: A member of a team.
TeamMemberOut: A member of a team.
TeamMembersIn: The members of a team in board order.
TeamMembersOut: The members of a team in board order.
TeamScoreOut: The score of a match in which every player of a team meets every player of the other.
TeamScoreRoundOut: The score of one round of that match.
TeamScoreTeamOut: One team of that match.
TermOut: A part of a pairing's penalty, in two versions of the round.
TiesEnum: What decides a tie for the last place that advances.
TokenIn: A token to create.
TokenOut: A token, without its secret.
TokenTypeEnum: The type of token that OAuth 2.0 names.
TokensOut: The active tokens.
Topic: The topics of events.
TopicOfAll: The topics of events of several tournaments.
TournamentsOut: A page of tournaments.
TwinOut: A new player who may be on the list already.
UndoLaterIn: The revision that the tournament had when you decided.
VerbIn: The number of rounds that will not be played, to confirm an early finish.
VerdictOut: Whether a player can still reach the top places.
VerdictState: Whether a player can still reach the top places.
VerdictsOut: Who can still reach the top places.
WebhookIn: A webhook to create.
WebhookOut: A webhook, without its secret.
WebhooksOut: The webhooks of a tournament.
WhyEnum: Why a player is not in a round.
WinnersOut: The prize winners.
WithdrawIn: An operation that withdraws a player.
WithdrawInTypeEnum: Says that the operation withdraws a player.
WitnessOut: Results of the open games that would decide a verdict.
WebhookMessage: The body that a webhook gets (Standard Webhooks).
AccountDeliveriesOut: The latest deliveries of a webhook for all tournaments.
AccountDeliveryOut: One attempt to deliver an event of one of the tournaments.
AccountReplayIn: The events that are delivered again, in all tournaments or in one.
AccountSecretOut: A webhook for all tournaments with its new secret, which is not shown again.
AccountWebhookChangeIn: Fields of a webhook for all tournaments to change.
AccountWebhookIn: A webhook for all tournaments to create.
AccountWebhookMessage: The body that a webhook for all tournaments gets for an event.
AccountWebhookOut: A webhook for all tournaments, without its secret.
AccountWebhooksOut: The account's webhooks for all tournaments.
WebhookCreated: The body that a webhook for all tournaments gets for a new tournament.
CallIn: The court to which a match is called.
CourtMatchOut: A match that is on a court or waits for one.
CourtOut: A court with the match on it, and the one that can be called there.
CourtSettingsOut: How matches are called to courts; in an event the same for all sections.
CourtsOut: The courts of a tournament, or of an event, and the queue of matches.
RefereesEnum: Who referees matches.
MatchDateIn: When a match is played.
RefereeIn: Which player referees a match.
PutBackIn: Where in the queue a match returns that leaves its court.
QueuedOut: A match in the queue, with its place and the reasons why it waits.
ZoneEnum: What a place leads to: promotion or relegation.
"""

SCHEMAS = dict(line.split(": ", 1) for line in _TEXTS.strip().splitlines())


Json = dict[str, Any]


def complete(result: Json, generator: object, request: object, public: object) -> Json:
    """Add descriptions of schemas, fields and parameters to the OpenAPI document that serializers and views lack."""
    for name, schema in result["components"]["schemas"].items():
        base = name.removesuffix("Request").removeprefix("Patched")
        schema.update(_description(schema, SCHEMAS.get(base)))
        fields = schema.get("properties", {})
        for field, part in fields.items():
            text = FIELDS.get(f"{base}.{field}", FIELDS.get(field))
            fields[field] = part | _description(part, text)  # a copy: other places may share the part
    for parameter in _parameters(result):
        parameter.update(_description(parameter, PARAMETERS.get(parameter["name"])))
    return result


def _description(part: Json, text: str | None) -> Json:
    return {} if text is None or part.get("description") else {"description": text}


def _parameters(result: Json) -> Iterator[Json]:
    """Yield the parameters that operations share, and those of single operations."""
    yield from result["components"].get("parameters", {}).values()
    for operation in chain.from_iterable(path.values() for path in result["paths"].values()):
        yield from (each for each in operation.get("parameters", ()) if "name" in each)
