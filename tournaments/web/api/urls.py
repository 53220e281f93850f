"""The addresses of version 1."""

from django.urls import path, re_path

from tournaments.web.api import (
    edits,
    events,
    exports,
    hall,
    imports,
    oauth,
    operations,
    pairing,
    reports,
    rounds,
    schedules,
    several,
    tasks,
    tokens,
    tournaments,
    views,
)

app_name = "api"

T = "tournaments/<slug:slug>/"
TOURNAMENT_VERBS = "|".join(tournaments.TournamentVerb.verbs)
PLAYER_VERBS = "|".join(views.PlayerVerb.verbs)

urlpatterns = [
    path("systems", pairing.Systems.as_view(), name="systems"),
    path("events/<slug:event>", events.OneEvent.as_view(), name="event"),
    path("events/<slug:event>/players", events.EventPlayers.as_view(), name="event-players"),
    path("oauth/device", oauth.DeviceAuthorization.as_view(), name="oauth-device"),
    path("oauth/token", oauth.Token.as_view(), name="oauth-token"),
    path("tokens", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<slug:token>", tokens.OneToken.as_view(), name="token"),
    path("tournaments", tournaments.Tournaments.as_view(), name="tournaments"),
    path("tournaments/import", imports.ImportTournament.as_view(), name="tournament-import"),
    path("tournaments/<slug:slug>", tournaments.OneTournament.as_view(), name="tournament"),
    path(T + "copy", tournaments.Copy.as_view(), name="tournament-copy"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/(?P<verb>{TOURNAMENT_VERBS})$",
        tournaments.TournamentVerb.as_view(),
        name="tournament-verb",
    ),
    path(T + "snapshot", views.Snapshot.as_view(), name="snapshot"),
    path(T + "ops", operations.Operations.as_view(), name="operations"),
    path(T + "players", views.Players.as_view(), name="players"),
    path(T + "players.csv", exports.PlayersCsv.as_view(), name="players-csv"),
    path(T + "players/list", imports.PlayersList.as_view(), name="players-list"),
    path(T + "players/byes", several.PlayersByes.as_view(), name="players-byes"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/players/(?P<verb>{PLAYER_VERBS})$",
        several.SeveralPlayers.as_view(),
        name="players-verb",
    ),
    path(T + "players/<slug:player_id>", views.OnePlayer.as_view(), name="player"),
    path(T + "players/<slug:player_id>/move", events.MovePlayer.as_view(), name="player-move"),
    path(T + "players/<slug:player_id>/byes", views.PlayerBye.as_view(), name="player-byes"),
    path(T + "players/<slug:player_id>/missed-rounds", views.PlayerMissed.as_view(), name="player-missed"),
    re_path(
        rf"^tournaments/(?P<slug>[-\w]+)/players/(?P<player_id>[-\w]+)/(?P<verb>{PLAYER_VERBS})$",
        views.PlayerVerb.as_view(),
        name="player-verb",
    ),
    path(T + "hall", hall.HallResource.as_view(), name="hall"),
    path(T + "rounds/<int:number>/tables", hall.RoundTables.as_view(), name="round-tables"),
    path(T + "system", pairing.OneSystem.as_view(), name="system"),
    path(T + "wishes/round-robin", edits.RoundRobin.as_view(), name="accept-round-robin"),
    path(T + "wishes/fixed", pairing.FixedPairs.as_view(), name="fixed-pairs"),
    path(T + "wishes/forbidden", pairing.ForbiddenPairs.as_view(), name="forbidden-pairs"),
    path(T + "wishes/<slug:wish_id>/take-back", pairing.TakeBack.as_view(), name="wish-take-back"),
    path(T + "seats", schedules.Seats.as_view(), name="seats"),
    path(T + "schedule", schedules.Schedule.as_view(), name="schedule"),
    path(T + "rounds", rounds.Rounds.as_view(), name="rounds"),
    path(T + "rounds/close", edits.CloseRounds.as_view(), name="close-rounds"),
    path(T + "rounds/<int:number>", rounds.OneRound.as_view(), name="round"),
    path(T + "rounds/<int:number>/pairings.csv", exports.PairingsCsv.as_view(), name="pairings-csv"),
    path(T + "rounds/<int:number>/edits", edits.RoundEdits.as_view(), name="round-edits"),
    path(T + "rounds/<int:number>/pairings", rounds.RoundPairings.as_view(), name="round-pairings"),
    path(T + "rounds/<int:number>/results", rounds.RoundResults.as_view(), name="round-results"),
    path(T + "rounds/<int:number>/reasons", pairing.RoundReasons.as_view(), name="round-reasons"),
    path(T + "rounds/<int:number>/why-not", pairing.WhyNot.as_view(), name="why-not"),
    path(T + "rounds/<int:number>/cost", pairing.Cost.as_view(), name="cost"),
    path(T + "rounds/<int:number>/another", pairing.AnotherPairing.as_view(), name="another"),
    path(T + "rounds/<int:number>/rest", pairing.PairRest.as_view(), name="pair-rest"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/rounds/(?P<number>\d{1,4})/(?P<verb>publish|close|reopen|unpublish)$",
        rounds.RoundVerb.as_view(),
        name="round-verb",
    ),
    path(T + "pairings/<slug:pairing_id>", rounds.OnePairing.as_view(), name="pairing"),
    path(T + "pairings/<slug:pairing_id>/result", rounds.PairingResult.as_view(), name="pairing-result"),
    path(T + "pairings/<slug:pairing_id>/corrections", rounds.Corrections.as_view(), name="pairing-corrections"),
    re_path(
        r"^tournaments/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$", reports.Report.as_view(), name="report"
    ),
    path(T + "file", reports.File.as_view(), name="file"),
    path(T + "tasks/<str:task_id>", tasks.OneTask.as_view(), name="task"),
    path(T + "tasks/<str:task_id>/stop", tasks.StopTask.as_view(), name="task-stop"),
    path(T + "journal", views.Journal.as_view(), name="journal"),
    path(T + "journal/<int:sequence>/undo", views.Undo.as_view(), name="journal-undo"),
]
