"""Every page, by noun, then verb."""

from django.urls import path

from tournaments.views import account, desk, home, journal, players, public, results, rounds, schedule, setup, staff

app_name = "tournaments"

urlpatterns = [
    path("", home.index, name="home"),
    path("account/first/", account.first, name="first-account"),
    path("account/new/", account.new, name="new-account"),
    path("account/sign-in/", account.sign_in, name="sign-in"),
    path("account/sign-out/", account.sign_out, name="sign-out"),
    path("join/<str:secret>/", staff.join, name="join"),
    path("new/", setup.create, name="create"),
    # What everybody sees.
    path("t/<slug:slug>/", public.tournament, name="tournament"),
    path("t/<slug:slug>/now/", public.latest, name="now"),
    path("t/<slug:slug>/rounds/<int:number>/", public.round_by_table, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/names/", public.round_by_name, name="round-names"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<str:pairing_id>/", public.why, name="why"),
    path("t/<slug:slug>/schedule/", schedule.schedule, name="schedule"),
    path("t/<slug:slug>/schedule.csv", schedule.schedule_csv, name="schedule-csv"),
    path("t/<slug:slug>/players/", public.players, name="players"),
    path("t/<slug:slug>/players/<str:player_id>/", public.player, name="player"),
    # What organisers and helpers do.
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/desk/players/", players.roll, name="roll"),
    path("t/<slug:slug>/desk/players/add/", players.add, name="player-add"),
    path("t/<slug:slug>/desk/players/list/", players.upload, name="player-list"),
    path("t/<slug:slug>/desk/players/check-in/", players.check_in, name="check-in"),
    path("t/<slug:slug>/desk/players/<str:player_id>/", players.change, name="player-change"),
    path("t/<slug:slug>/desk/players/<str:player_id>/act/", players.act, name="player-act"),
    path("t/<slug:slug>/desk/seats/", schedule.seating, name="seating"),
    path("t/<slug:slug>/desk/rounds/all/", schedule.publish_all, name="publish-schedule"),
    path("t/<slug:slug>/desk/rounds/pair/", rounds.pair, name="pair"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", rounds.draft, name="draft"),
    path("t/<slug:slug>/desk/rounds/<int:number>/edit/", rounds.edit, name="draft-edit"),
    path("t/<slug:slug>/desk/rounds/<int:number>/publish/", rounds.publish, name="publish"),
    path("t/<slug:slug>/desk/rounds/<int:number>/discard/", rounds.discard, name="discard"),
    path("t/<slug:slug>/desk/rounds/<int:number>/close/", rounds.close, name="close"),
    path("t/<slug:slug>/desk/rounds/<int:number>/slips/", rounds.slips, name="slips"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/", results.entry, name="results"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/undo/", results.undo_last, name="results-undo"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/result/", results.save, name="result"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/correct/", results.correct, name="correct"),
    path("t/<slug:slug>/desk/finish/", desk.finish, name="finish"),
    path("t/<slug:slug>/desk/settings/", setup.settings, name="settings"),
    path("t/<slug:slug>/desk/staff/", staff.staff, name="staff"),
    path("t/<slug:slug>/desk/staff/<int:member>/remove/", staff.remove, name="staff-remove"),
    path("t/<slug:slug>/desk/tokens/<int:token>/revoke/", staff.revoke, name="token-revoke"),
    path("t/<slug:slug>/desk/journal/", journal.journal, name="journal"),
    path("t/<slug:slug>/desk/journal/<int:sequence>/undo/", journal.undo, name="undo"),
]
