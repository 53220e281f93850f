"""The URL patterns of version 1 of the API."""

from django.urls import path, re_path

from tournaments.drafts import api as drafts_api
from tournaments.event_page import api as event_page_api
from tournaments.events import api as events_api
from tournaments.hall import api as hall_api
from tournaments.hall import court_api
from tournaments.history import api as history_api
from tournaments.long_tasks import api as long_tasks_api
from tournaments.officials import api as officials_api
from tournaments.people import api as people_api
from tournaments.people import oauth_api
from tournaments.players import api as players_api
from tournaments.players import fee_api
from tournaments.rating_lists import api as rating_lists_api
from tournaments.report_files import api as report_files_api
from tournaments.report_files import pgn_api
from tournaments.rounds import api as rounds_api
from tournaments.rounds import pairing_api
from tournaments.schedule import api as schedule_api
from tournaments.self_service import api as self_service_api
from tournaments.self_service import sign_up_api
from tournaments.setup import api as setup_api
from tournaments.stages import api as stages_api
from tournaments.teams import api as teams_api
from tournaments.web.api.document import guide
from tournaments.webhooks import accounts_api as account_webhooks_api
from tournaments.webhooks import api as webhooks_api

app_name = "api"

T = "tournaments/<slug:slug>/"
TOURNAMENT_VERBS = "|".join(setup_api.TournamentVerb.verbs)
OWN_VERBS = "|".join(self_service_api.OwnVerb.verbs)
PLAYER_VERBS = "|".join(players_api.PlayerVerb.verbs)

urlpatterns = [
    path("guide", guide.guide, name="guide"),
    path("systems", pairing_api.Systems.as_view(), name="systems"),
    path("events", history_api.AllEvents.as_view(), name="all-events"),
    path("events/stream", history_api.AllEventsStream.as_view(), name="all-events-stream"),
    path("events/<slug:event>", events_api.OneEvent.as_view(), name="event"),
    path("events/<slug:event>/players", events_api.EventPlayers.as_view(), name="event-players"),
    path("oauth/device", oauth_api.DeviceAuthorization.as_view(), name="oauth-device"),
    path("oauth/token", oauth_api.Token.as_view(), name="oauth-token"),
    path("webhooks", account_webhooks_api.AccountWebhooks.as_view(), name="account-webhooks"),
    path("webhooks/<slug:webhook>", account_webhooks_api.OneAccountWebhook.as_view(), name="account-webhook"),
    path(
        "webhooks/<slug:webhook>/secret",
        account_webhooks_api.AccountWebhookSecret.as_view(),
        name="account-webhook-secret",
    ),
    path(
        "webhooks/<slug:webhook>/replay",
        account_webhooks_api.AccountWebhookReplay.as_view(),
        name="account-webhook-replay",
    ),
    path(
        "webhooks/<slug:webhook>/deliveries",
        account_webhooks_api.AccountWebhookDeliveries.as_view(),
        name="account-webhook-deliveries",
    ),
    path("tokens", people_api.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token>", people_api.OneToken.as_view(), name="token"),
    path("tournaments", setup_api.Tournaments.as_view(), name="tournaments"),
    path("tournaments/import", report_files_api.ImportTournament.as_view(), name="tournament-import"),
    path("tournaments/<slug:slug>", setup_api.OneTournament.as_view(), name="tournament"),
    path(T + "copy", setup_api.Copy.as_view(), name="tournament-copy"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/(?P<verb>{TOURNAMENT_VERBS})$",
        setup_api.TournamentVerb.as_view(),
        name="tournament-verb",
    ),
    path(T + "sections", events_api.Sections.as_view(), name="sections"),
    path(T + "join-event", events_api.JoinEvent.as_view(), name="join-event"),
    path(T + "leave-event", events_api.LeaveEvent.as_view(), name="leave-event"),
    path(T + "move-up", events_api.MoveUp.as_view(), name="section-up"),
    path(T + "rename-event", events_api.RenameEvent.as_view(), name="rename-event"),
    path(T + "staff", people_api.Staff.as_view(), name="staff"),
    path(T + "staff/share", people_api.ShareStaff.as_view(), name="staff-share"),
    path(T + "staff/passes", people_api.Passes.as_view(), name="staff-passes"),
    path(T + "staff/links/<slug:link>/revoke", people_api.RevokeLink.as_view(), name="staff-link-revoke"),
    path(T + "staff/<int:member>/tables", people_api.TablesOfMember.as_view(), name="staff-tables"),
    path(T + "staff/<int:member>/remove", people_api.RemoveMember.as_view(), name="staff-remove"),
    path(T + "snapshot", players_api.Snapshot.as_view(), name="snapshot"),
    path(T + "ops", history_api.Operations.as_view(), name="operations"),
    path(T + "players", players_api.Players.as_view(), name="players"),
    path(T + "calendar.ics", report_files_api.TournamentCalendar.as_view(), name="calendar"),
    path(
        T + "players/<slug:player_id>/calendar.ics",
        report_files_api.PlayerCalendar.as_view(),
        name="player-calendar",
    ),
    path(T + "players.csv", report_files_api.PlayersCsv.as_view(), name="players-csv"),
    path(T + "players/list", report_files_api.PlayersList.as_view(), name="players-list"),
    path(T + "players/listed", rating_lists_api.ListedPeople.as_view(), name="players-listed"),
    path(T + "players/listed/lists", rating_lists_api.RatingLists.as_view(), name="players-listed-lists"),
    path(T + "players/listed/changes", rating_lists_api.ListChanges.as_view(), name="players-listed-changes"),
    path(T + "players/badges", self_service_api.Badges.as_view(), name="badges"),
    path(T + "players/badges/revoke", self_service_api.RevokeBadges.as_view(), name="badges-revoke"),
    path(T + "players/byes", players_api.PlayersByes.as_view(), name="players-byes"),
    *(
        path(T + f"players/{verb}", players_api.SeveralPlayers.as_view(verb=verb), name=f"players-{verb}")
        for verb in players_api.SeveralPlayers.verbs
    ),
    path(T + "players/<slug:player_id>", players_api.OnePlayer.as_view(), name="player"),
    path(T + "players/<slug:player_id>/move", events_api.MovePlayer.as_view(), name="player-move"),
    path(T + "players/<slug:player_id>/byes", players_api.PlayerBye.as_view(), name="player-byes"),
    path(T + "players/<slug:player_id>/erase", players_api.PlayerErasure.as_view(), name="player-erase"),
    path(T + "players/<slug:player_id>/expel", players_api.PlayerExpulsion.as_view(), name="player-expel"),
    path(T + "players/<slug:player_id>/deductions", players_api.PlayerDeduction.as_view(), name="player-deductions"),
    path(T + "fees", fee_api.Fees.as_view(), name="fees"),
    path(T + "fees/paid", fee_api.Paid.as_view(), name="fees-paid"),
    path(T + "penalties", officials_api.Penalties.as_view(), name="penalties"),
    path(T + "players/<slug:player_id>/penalties", officials_api.PlayerPenalties.as_view(), name="player-penalties"),
    path(
        T + "players/<slug:player_id>/penalties/<slug:penalty_id>/remove",
        officials_api.RemovePenalty.as_view(),
        name="player-penalty-remove",
    ),
    path(T + "players/<slug:player_id>/members", teams_api.Members.as_view(), name="members"),
    path(T + "players/<slug:player_id>/missed-rounds", players_api.PlayerMissed.as_view(), name="player-missed"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/players/(?P<player_id>[-\w]+)/(?P<verb>{PLAYER_VERBS})$",
        players_api.PlayerVerb.as_view(),
        name="player-verb",
    ),
    path(T + "hall", hall_api.HallResource.as_view(), name="hall"),
    path(T + "fide-mode", officials_api.FideMode.as_view(), name="fide-mode"),
    path(T + "event-page", event_page_api.EventPageResource.as_view(), name="event-page"),
    path(T + "courts", court_api.Courts.as_view(), name="courts"),
    path(T + "pairings/<slug:pairing_id>/call", court_api.CallMatch.as_view(), name="call-match"),
    path(T + "pairings/<slug:pairing_id>/call-again", court_api.CallAgain.as_view(), name="call-again"),
    path(T + "pairings/<slug:pairing_id>/referee", court_api.SetReferee.as_view(), name="set-referee"),
    path(T + "pairings/<slug:pairing_id>/put-back", court_api.PutBack.as_view(), name="put-back"),
    path(T + "screen", hall_api.ScreenResource.as_view(), name="screen"),
    path(T + "rounds/<int:number>/tables", hall_api.RoundTables.as_view(), name="round-tables"),
    path(T + "system", pairing_api.OneSystem.as_view(), name="system"),
    path(T + "wishes/round-robin", drafts_api.RoundRobin.as_view(), name="accept-round-robin"),
    path(T + "wishes/fixed", pairing_api.FixedPairs.as_view(), name="fixed-pairs"),
    path(T + "wishes/forbidden", pairing_api.ForbiddenPairs.as_view(), name="forbidden-pairs"),
    path(T + "wishes/<slug:wish_id>/take-back", pairing_api.TakeBack.as_view(), name="wish-take-back"),
    path(T + "seats", schedule_api.Seats.as_view(), name="seats"),
    path(T + "bar", players_api.Bar.as_view(), name="bar"),
    path(T + "bracket", stages_api.BracketOfTournament.as_view(), name="bracket"),
    path(T + "pairings/<slug:pairing_id>/goes-on", stages_api.GoesOn.as_view(), name="pairing-goes-on"),
    path(T + "schedule", schedule_api.Schedule.as_view(), name="schedule"),
    path(T + "rounds", rounds_api.Rounds.as_view(), name="rounds"),
    path(T + "rounds/close", drafts_api.CloseRounds.as_view(), name="close-rounds"),
    path(T + "rounds/<int:number>", rounds_api.OneRound.as_view(), name="round"),
    path(T + "rounds/<int:number>/pairings.csv", report_files_api.PairingsCsv.as_view(), name="pairings-csv"),
    path(T + "rounds/<int:number>/pairings.pgn", pgn_api.PairingsPgn.as_view(), name="pairings-pgn"),
    path(T + "rounds/<int:number>/pgn", pgn_api.ResultsPgn.as_view(), name="results-pgn"),
    path(T + "rounds/<int:number>/edits", drafts_api.RoundEdits.as_view(), name="round-edits"),
    path(T + "rounds/<int:number>/pairings", rounds_api.RoundPairings.as_view(), name="round-pairings"),
    path(T + "rounds/<int:number>/results", rounds_api.RoundResults.as_view(), name="round-results"),
    path(T + "rounds/<int:number>/reasons", pairing_api.RoundReasons.as_view(), name="round-reasons"),
    path(T + "rounds/<int:number>/why-not", pairing_api.WhyNot.as_view(), name="why-not"),
    path(T + "rounds/<int:number>/cost", pairing_api.Cost.as_view(), name="cost"),
    path(T + "rounds/<int:number>/another", pairing_api.AnotherPairing.as_view(), name="another"),
    path(T + "rounds/<int:number>/rest", pairing_api.PairRest.as_view(), name="pair-rest"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/rounds/(?P<number>\d{1,4})/(?P<verb>publish|close|reopen|unpublish)$",
        rounds_api.RoundVerb.as_view(),
        name="round-verb",
    ),
    path(T + "rounds/<int:number>/publish-time", hall_api.PublishTime.as_view(), name="publish-time"),
    path(T + "rounds/<int:number>/start", hall_api.Start.as_view(), name="start"),
    path(T + "rounds/<int:number>/late", hall_api.Late.as_view(), name="late"),
    path(T + "rounds/<int:number>/clock", hall_api.RoundClock.as_view(), name="clock"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/rounds/(?P<number>\d{1,4})/clock/(?P<verb>hold|resume|remove)$",
        hall_api.ClockVerb.as_view(),
        name="clock-verb",
    ),
    path(T + "pairings/<slug:pairing_id>/extension", hall_api.Extension.as_view(), name="extension"),
    path(T + "pairings/<slug:pairing_id>", rounds_api.OnePairing.as_view(), name="pairing"),
    path(T + "pairings/<slug:pairing_id>/result", rounds_api.PairingResult.as_view(), name="pairing-result"),
    path(T + "pairings/<slug:pairing_id>/boards", teams_api.Match.as_view(), name="boards"),
    path(T + "pairings/<slug:pairing_id>/line-ups", teams_api.LineUps.as_view(), name="line-ups"),
    path(T + "best-boards", teams_api.BestBoards.as_view(), name="best-boards"),
    path(T + "pairings/<slug:pairing_id>/settle", self_service_api.Settle.as_view(), name="settle"),
    path(
        T + "pairings/<slug:pairing_id>/dismiss-reports",
        self_service_api.DismissReports.as_view(),
        name="dismiss-reports",
    ),
    path(T + "reports", self_service_api.Reports.as_view(), name="reports"),
    path(T + "calls", self_service_api.Calls.as_view(), name="calls"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/calls/(?P<player_id>[-\w]+)/(?P<verb>answer|end)$",
        self_service_api.CallVerb.as_view(),
        name="call-verb",
    ),
    path(T + "sign-up", sign_up_api.EnrolmentResource.as_view(), name="enrolment"),
    path(T + "sign-ups", sign_up_api.SignUps.as_view(), name="sign-ups"),
    path(T + "sign-ups/confirm", sign_up_api.ConfirmSignUps.as_view(), name="sign-ups-confirm"),
    path(T + "sign-ups/mine", sign_up_api.OwnSignUp.as_view(), name="own-sign-up"),
    path(T + "sign-ups/mine/withdraw", sign_up_api.WithdrawSignUp.as_view(), name="own-sign-up-withdraw"),
    path(T + "sign-ups/mine/return", sign_up_api.ReturnSignUp.as_view(), name="own-sign-up-return"),
    path(T + "sign-ups/<slug:public_id>/decline", sign_up_api.DeclineSignUp.as_view(), name="sign-up-decline"),
    path(T + "me", self_service_api.Own.as_view(), name="own"),
    path(T + "me/report", self_service_api.OwnReport.as_view(), name="own-report"),
    path(T + "me/dispute", self_service_api.OwnDispute.as_view(), name="own-dispute"),
    path(T + "me/line-up", self_service_api.OwnLineUp.as_view(), name="own-line-up"),
    path(T + "me/byes", self_service_api.OwnBye.as_view(), name="own-byes"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/me/(?P<verb>{OWN_VERBS})$",
        self_service_api.OwnVerb.as_view(),
        name="own-verb",
    ),
    path(T + "pairings/<slug:pairing_id>/adjourn", rounds_api.Adjourn.as_view(), name="pairing-adjourn"),
    path(T + "pairings/<slug:pairing_id>/date", schedule_api.MatchDate.as_view(), name="pairing-date"),
    path(T + "pairings/<slug:pairing_id>/rated", rounds_api.Rated.as_view(), name="pairing-rated"),
    path(T + "pairings/<slug:pairing_id>/corrections", rounds_api.Corrections.as_view(), name="pairing-corrections"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$",
        report_files_api.Report.as_view(),
        name="report",
    ),
    path(T + "file", report_files_api.File.as_view(), name="file"),
    path(T + "tasks/<str:task_id>", long_tasks_api.OneTask.as_view(), name="task"),
    path(T + "tasks/<str:task_id>/stop", long_tasks_api.StopTask.as_view(), name="task-stop"),
    path(T + "events", history_api.Events.as_view(), name="tournament-events"),
    path(T + "events/stream", history_api.EventStream.as_view(), name="event-stream"),
    path(T + "webhooks", webhooks_api.Webhooks.as_view(), name="webhooks"),
    path(T + "webhooks/<slug:webhook>", webhooks_api.OneWebhook.as_view(), name="webhook"),
    path(T + "webhooks/<slug:webhook>/secret", webhooks_api.WebhookSecret.as_view(), name="webhook-secret"),
    path(T + "webhooks/<slug:webhook>/replay", webhooks_api.WebhookReplay.as_view(), name="webhook-replay"),
    path(T + "webhooks/<slug:webhook>/deliveries", webhooks_api.WebhookDeliveries.as_view(), name="webhook-deliveries"),
    path(T + "journal", players_api.Journal.as_view(), name="journal"),
    path(T + "journal/<int:sequence>/undo", players_api.Undo.as_view(), name="journal-undo"),
    path(T + "journal/<int:sequence>/undo-later", history_api.UndoLater.as_view(), name="journal-undo-later"),
    path(T + "journal/<int:sequence>/redo", history_api.Redo.as_view(), name="journal-redo"),
]
