"""Define the address of each page, by noun, then verb."""

from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournaments.desk import pages as desk_pages
from tournaments.drafts import pages as drafts_pages
from tournaments.drafts import wish_pages
from tournaments.event_page import pages as event_page_pages
from tournaments.events import all_sections_pages
from tournaments.events import pages as events_pages
from tournaments.hall import court_pages
from tournaments.hall import pages as hall_pages
from tournaments.history import pages as history_pages
from tournaments.long_tasks import pages as long_tasks_pages
from tournaments.officials import pages
from tournaments.officials import pages as officials_pages
from tournaments.people import oauth_pages
from tournaments.people import pages as people_pages
from tournaments.player_lists import pages as player_lists_pages
from tournaments.players import pages as players_pages
from tournaments.privacy import pages as privacy_pages
from tournaments.public import manual_pages, month_pages
from tournaments.public import pages as public_pages
from tournaments.rating_lists import pages as rating_lists_pages
from tournaments.report_files import pages as report_files_pages
from tournaments.report_files import pgn_pages
from tournaments.results import pages as results_pages
from tournaments.rounds import pages as rounds_pages
from tournaments.schedule import pages as schedule_pages
from tournaments.self_service import desk_pages as self_service_desk_pages
from tournaments.self_service import pages as self_service_pages
from tournaments.self_service import sign_up_pages
from tournaments.setup import pages as setup_pages
from tournaments.stages import pages as stages_pages
from tournaments.teams import pages as teams_pages
from tournaments.webhooks import pages as webhooks_pages

app_name = "tournaments"

urlpatterns = [
    path("", setup_pages.home, name="home"),
    path("calendar/", month_pages.month, name="months"),
    path("calendar.ics", month_pages.feed, name="months-feed"),
    # On pages that are cached for all readers; forging a choice of language has no use.
    path("language/", csrf_exempt(set_language), name="language"),
    path("manual/", manual_pages.manual, name="manual"),
    path("manual/<slug:key>/", manual_pages.chapter, name="manual-chapter"),
    path("manual.pdf", manual_pages.as_pdf, name="manual-pdf"),
    path("account/first/", people_pages.first_account, name="first-account"),
    path("account/", people_pages.own_account, name="account"),
    path("account/password/", people_pages.change_password, name="password"),
    path("account/everywhere/", people_pages.sign_out_everywhere, name="sign-out-everywhere"),
    path("account/tokens/", people_pages.own_tokens, name="own-tokens"),
    path("account/tokens/revoke/", people_pages.revoke_own_tokens, name="own-tokens-revoke"),
    path("account/webhooks/<slug:webhook>/remove/", people_pages.remove_own_webhook, name="own-webhook-remove"),
    path("account/tokens/<slug:token>/revoke/", people_pages.revoke_own_token, name="own-token-revoke"),
    path("account/all/", people_pages.all_accounts, name="accounts"),
    path("account/rating-lists/", rating_lists_pages.rating_lists_page, name="rating-lists"),
    path("account/reset/", people_pages.reset_password, name="reset"),
    path("account/reset/<str:secret>/", people_pages.reset_link, name="reset-link"),
    path("account/new/", people_pages.new_account, name="new-account"),
    path("account/sign-in/", people_pages.sign_in, name="sign-in"),
    path("account/sign-out/", people_pages.sign_out, name="sign-out"),
    path("device/", people_pages.device, name="device"),
    path("authorize/", oauth_pages.authorize, name="authorize"),
    path("b/", self_service_pages.badge, name="badge"),
    path("b/<str:typed>/", self_service_pages.typed_badge, name="typed-badge"),
    path("worker.js", public_pages.worker, name="worker"),
    path("without-network/", public_pages.without_network, name="without-network"),
    path("join/<str:secret>/", people_pages.join_staff, name="join"),
    path("new/", setup_pages.create_tournament, name="create"),
    path("import/", report_files_pages.upload_report, name="import"),
    path("e/<slug:event>/", events_pages.event, name="event"),
    path("e/<slug:event>/prizes/", all_sections_pages.prize_giving, name="event-prizes"),
    path("e/<slug:event>/courts/", events_pages.event_courts, name="event-courts"),
    path("e/<slug:event>/desk/", events_pages.event_desk, name="event-desk"),
    path("e/<slug:event>/desk/all/", events_pages.step_in_all, name="event-all"),
    path("e/<slug:event>/desk/order/", events_pages.order_sections, name="event-order"),
    path("e/<slug:event>/desk/name/", events_pages.rename_event, name="event-rename"),
    path("e/<slug:event>/desk/players/", events_pages.event_roll, name="event-roll"),
    path("e/<slug:event>/desk/players/add/", events_pages.event_add, name="event-player-add"),
    path("e/<slug:event>/desk/players/list/", events_pages.event_list, name="event-list"),
    path("e/<slug:event>/desk/players/move/", events_pages.event_move, name="event-move"),
    # Public pages.
    path("t/<slug:slug>/", public_pages.tournament, name="tournament"),
    path("t/<slug:slug>/app.webmanifest", public_pages.manifest, name="manifest"),
    path("t/<slug:slug>/images/<slug:key>.png", event_page_pages.image, name="image"),
    path("t/<slug:slug>/colours.css", event_page_pages.colours, name="colours"),
    path("t/<slug:slug>/preview.png", event_page_pages.preview, name="preview"),
    path("t/<slug:slug>/now/", public_pages.latest, name="now"),
    path("t/<slug:slug>/screen/", hall_pages.screen, name="screen"),
    path("t/<slug:slug>/screen/code.svg", hall_pages.screen_code, name="screen-code"),
    path("t/<slug:slug>/rounds/<int:number>/", public_pages.round_by_table, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/pairings.pgn", pgn_pages.pairings_pgn, name="pairings-pgn"),
    path("t/<slug:slug>/rounds/<int:number>/names/", public_pages.round_by_name, name="round-names"),
    path("t/<slug:slug>/rounds/<int:number>/pods/", stages_pages.booster_pods, name="booster-pods"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<str:pairing_id>/", public_pages.why, name="why"),
    path("t/<slug:slug>/bracket/", stages_pages.bracket, name="bracket"),
    path("t/<slug:slug>/desk/arbiter/", officials_pages.arbiter_page, name="arbiter"),
    path("t/<slug:slug>/desk/penalties/", pages.penalties_page, name="penalties"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/goes-on/", stages_pages.goes_on, name="goes-on"),
    path("t/<slug:slug>/schedule/", schedule_pages.schedule, name="schedule"),
    path("t/<slug:slug>/courts/", court_pages.courts_now, name="courts-now"),
    path("t/<slug:slug>/schedule/courts/", schedule_pages.schedule_on_courts, name="schedule-on-courts"),
    path("t/<slug:slug>/teams.csv", teams_pages.teams_csv, name="teams-csv"),
    path("t/<slug:slug>/schedule.csv", schedule_pages.schedule_csv, name="schedule-csv"),
    re_path(r"^t/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$", report_files_pages.report, name="report"),
    path("t/<slug:slug>/best-boards/", teams_pages.best_boards, name="best-boards"),
    path("t/<slug:slug>/players/", public_pages.players, name="players"),
    path("t/<slug:slug>/players/<str:player_id>/", public_pages.player, name="player"),
    path("t/<slug:slug>/players/<str:player_id>/card/", public_pages.card, name="card"),
    path("t/<slug:slug>/sign-up/", sign_up_pages.sign_up, name="sign-up"),
    path("t/<slug:slug>/sign-up/mine/", sign_up_pages.my_sign_up, name="my-sign-up"),
    # Pages of a player whose badge is linked to this phone.
    path("t/<slug:slug>/me/", self_service_pages.own_page, name="me"),
    path("t/<slug:slug>/me/report/", self_service_pages.report_own_result, name="my-report"),
    path("t/<slug:slug>/me/decide/", self_service_pages.decide_report, name="my-decision"),
    path("t/<slug:slug>/me/call/", self_service_pages.call_organiser, name="my-call"),
    path("t/<slug:slug>/me/line-up/", self_service_pages.hand_in_line_up, name="my-line-up"),
    path("t/<slug:slug>/me/leave/", self_service_pages.forget_badge, name="not-me"),
    path("t/<slug:slug>/me/told/", webhooks_pages.subscribe_telephone, name="told"),
    # Pages of organisers and helpers.
    path("t/<slug:slug>/tasks/<str:task_id>/", long_tasks_pages.task, name="task"),
    path("t/<slug:slug>/tasks/<str:task_id>/stop/", long_tasks_pages.stop_task, name="task-stop"),
    path("t/<slug:slug>/desk/", desk_pages.desk_page, name="desk"),
    path("t/<slug:slug>/desk/search/", desk_pages.desk_search, name="desk-search"),
    path("t/<slug:slug>/desk/tournament.json", report_files_pages.tournament_file, name="tournament-file"),
    path("t/<slug:slug>/desk/players/", players_pages.roll, name="roll"),
    path("t/<slug:slug>/desk/players/add/", players_pages.add_player, name="player-add"),
    path("t/<slug:slug>/desk/players/list/", player_lists_pages.upload, name="player-list"),
    path("t/<slug:slug>/desk/teams/list/", teams_pages.team_list, name="team-list"),
    path("t/<slug:slug>/desk/players.csv", player_lists_pages.as_csv, name="players-csv"),
    path("t/<slug:slug>/desk/players/fees/", players_pages.fees_page, name="fees"),
    path("t/<slug:slug>/desk/players/fees.csv", players_pages.fees_csv, name="fees-csv"),
    path("t/<slug:slug>/desk/players/sign-ups/", sign_up_pages.sign_ups_page, name="sign-ups"),
    path("t/<slug:slug>/desk/players/sign-ups/decide/", sign_up_pages.decide_sign_up, name="sign-up-decide"),
    path("t/<slug:slug>/desk/players/listed/", rating_lists_pages.find_listed, name="listed"),
    path("t/<slug:slug>/desk/players/listed/add/", rating_lists_pages.add_listed, name="listed-add"),
    path("t/<slug:slug>/desk/players/listed/update/", rating_lists_pages.update_listed, name="listed-update"),
    path("t/<slug:slug>/desk/players/check-in/", players_pages.check_in, name="check-in"),
    path("t/<slug:slug>/desk/players/act/", players_pages.act_on_players, name="players-act"),
    path("t/<slug:slug>/desk/players/<str:player_id>/", players_pages.change_player, name="player-change"),
    path("t/<slug:slug>/desk/players/<str:player_id>/erase/", privacy_pages.erase, name="player-erase"),
    path("t/<slug:slug>/desk/players/<str:player_id>/act/", players_pages.act_on_player, name="player-act"),
    path("t/<slug:slug>/desk/bar/", players_pages.bar_page, name="bar"),
    path("t/<slug:slug>/desk/seats/", schedule_pages.seating, name="seating"),
    path("t/<slug:slug>/desk/players/<str:player_id>/members/", teams_pages.members, name="members"),
    path("t/<slug:slug>/desk/rounds/all/", schedule_pages.publish_all, name="publish-schedule"),
    path("t/<slug:slug>/desk/rounds/close/", rounds_pages.close_rounds, name="close-all"),
    path("t/<slug:slug>/desk/rounds/pair/", rounds_pages.pair_round, name="pair"),
    path("t/<slug:slug>/desk/rounds/<int:number>/", drafts_pages.draft, name="draft"),
    path("t/<slug:slug>/desk/rounds/<int:number>/edit/", drafts_pages.edit_draft, name="draft-edit"),
    path("t/<slug:slug>/desk/rounds/<int:number>/why-not/", drafts_pages.why_not, name="why-not"),
    path("t/<slug:slug>/desk/rounds/<int:number>/systems/", rounds_pages.systems, name="systems"),
    path("t/<slug:slug>/desk/rounds/<int:number>/cost/", drafts_pages.cost, name="cost"),
    path("t/<slug:slug>/desk/rounds/<int:number>/another/", drafts_pages.pair_another_way, name="another"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pair-again/", drafts_pages.pair_again, name="pair-again"),
    path("t/<slug:slug>/desk/rounds/<int:number>/rest/", drafts_pages.pair_rest, name="rest"),
    path("t/<slug:slug>/desk/rounds/<int:number>/publish/", drafts_pages.publish_round, name="publish"),
    path("t/<slug:slug>/desk/rounds/<int:number>/discard/", rounds_pages.discard_round, name="discard"),
    path("t/<slug:slug>/desk/rounds/<int:number>/close/", rounds_pages.close_round, name="close"),
    path("t/<slug:slug>/desk/rounds/<int:number>/reopen/", rounds_pages.reopen_round, name="reopen"),
    path("t/<slug:slug>/desk/rounds/<int:number>/unpublish/", rounds_pages.unpublish_round, name="unpublish"),
    path("t/<slug:slug>/desk/protocol/", officials_pages.protocol, name="protocol"),
    path("t/<slug:slug>/desk/rounds/<int:number>/clock/", hall_pages.clock_page, name="clock"),
    path("t/<slug:slug>/desk/certificates/", officials_pages.certificates, name="certificates"),
    path("t/<slug:slug>/desk/rounds/<int:number>/slips/", rounds_pages.slips, name="slips"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/", results_pages.results_entry, name="results"),
    path("t/<slug:slug>/desk/rounds/<int:number>/pgn/", pgn_pages.import_results, name="pgn-results"),
    path("t/<slug:slug>/desk/rounds/<int:number>/again/", results_pages.second_entry, name="second-entry"),
    path("t/<slug:slug>/desk/rounds/<int:number>/results/undo/", results_pages.undo_last, name="results-undo"),
    path("t/<slug:slug>/desk/grid/", schedule_pages.grid, name="grid"),
    path("t/<slug:slug>/desk/grid/undo/", schedule_pages.undo_last, name="grid-undo"),
    path("t/<slug:slug>/desk/grid/<str:pairing_id>/", schedule_pages.save_in_grid, name="grid-result"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/result/", results_pages.save_result, name="result"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/boards/", teams_pages.match, name="match"),
    path("t/<slug:slug>/desk/rounds/<int:number>/line-ups/", teams_pages.use_listed_line_ups, name="line-ups-listed"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/line-up/", teams_pages.line_up, name="line-up"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/settle/", self_service_desk_pages.settle_table, name="settle"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/correct/", results_pages.correct_result, name="correct"),
    path("t/<slug:slug>/desk/rounds/<int:number>/date/", schedule_pages.change_date, name="match-date"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/rated/", results_pages.correct_for_rating, name="rated"),
    path("t/<slug:slug>/desk/calls/<str:player_id>/", self_service_desk_pages.settle_call, name="call"),
    path("t/<slug:slug>/desk/hall/", hall_pages.hall_page, name="hall"),
    path("t/<slug:slug>/desk/courts/", court_pages.courts_page, name="courts"),
    path("t/<slug:slug>/desk/badges/", self_service_pages.badges_page, name="badges"),
    path("t/<slug:slug>/desk/badges/revoke/", self_service_pages.revoke_badges, name="badges-revoke"),
    path("t/<slug:slug>/desk/fide-mode/", officials_pages.fide_page, name="fide-mode"),
    path("t/<slug:slug>/desk/event-page/", event_page_pages.event_page_settings, name="event-page"),
    path("t/<slug:slug>/desk/screen/", hall_pages.screen_settings, name="set-screen"),
    path("t/<slug:slug>/desk/poster/", hall_pages.poster, name="poster"),
    path("t/<slug:slug>/desk/website/", public_pages.website, name="website"),
    path("embed/<slug:slug>/standings/", public_pages.embedded_standings, name="embed-standings"),
    path("embed/<slug:slug>/pairings/", public_pages.embedded_pairings, name="embed-pairings"),
    path("t/<slug:slug>/desk/wishes/", wish_pages.wishes_page, name="wishes"),
    path("t/<slug:slug>/desk/wishes/round-robin/", drafts_pages.accept_round_robin, name="accept-round-robin"),
    path("t/<slug:slug>/desk/wishes/<str:wish>/remove/", wish_pages.remove_wish, name="wish-remove"),
    path("t/<slug:slug>/desk/finish/", desk_pages.finish_tournament, name="finish"),
    path("t/<slug:slug>/desk/section/", events_pages.add_section, name="section-add"),
    path("t/<slug:slug>/desk/leave/", events_pages.leave_event, name="section-leave"),
    path("t/<slug:slug>/desk/copy/", setup_pages.copy_tournament, name="copy"),
    path("t/<slug:slug>/desk/trial/", setup_pages.begin_trial, name="trial"),
    path("t/<slug:slug>/desk/trial/away/", setup_pages.delete_trial_page, name="trial-away"),
    path("t/<slug:slug>/desk/defaults/", setup_pages.use_as_defaults, name="defaults"),
    path("t/<slug:slug>/desk/archive/", setup_pages.archive_tournament, name="archive"),
    path("t/<slug:slug>/desk/delete/", setup_pages.delete_tournament, name="delete"),
    path("t/<slug:slug>/desk/settings/", setup_pages.tournament_settings, name="settings"),
    path("t/<slug:slug>/desk/staff/", people_pages.staff_page, name="staff"),
    path("t/<slug:slug>/desk/staff/event/", people_pages.share_with_event, name="staff-of-event"),
    path("t/<slug:slug>/desk/staff/pass/", people_pages.make_pass, name="pass"),
    path("t/<slug:slug>/desk/staff/links/<int:invitation>/revoke/", people_pages.revoke_link, name="link-revoke"),
    path("t/<slug:slug>/desk/staff/<int:member>/tables/", people_pages.tables_of_member, name="staff-tables"),
    path("t/<slug:slug>/desk/staff/<int:member>/remove/", people_pages.remove_member, name="staff-remove"),
    path("t/<slug:slug>/desk/tokens/<int:token>/revoke/", people_pages.revoke_token, name="token-revoke"),
    path("t/<slug:slug>/desk/webhooks/", webhooks_pages.webhooks_page, name="webhooks"),
    path("t/<slug:slug>/desk/webhooks/<slug:webhook>/", webhooks_pages.webhook_page, name="webhook"),
    path("t/<slug:slug>/desk/webhooks/<slug:webhook>/switch/", webhooks_pages.switch_webhook, name="webhook-switch"),
    path("t/<slug:slug>/desk/webhooks/<slug:webhook>/secret/", webhooks_pages.rotate_secret, name="webhook-secret"),
    path("t/<slug:slug>/desk/webhooks/<slug:webhook>/replay/", webhooks_pages.replay_deliveries, name="webhook-replay"),
    path("t/<slug:slug>/desk/webhooks/<slug:webhook>/remove/", webhooks_pages.remove_webhook, name="webhook-remove"),
    path("t/<slug:slug>/desk/journal/", history_pages.journal, name="journal"),
    path("t/<slug:slug>/desk/journal/difference/", history_pages.show_difference, name="journal-difference"),
    path("t/<slug:slug>/desk/journal/<int:sequence>/undo/", history_pages.undo, name="undo"),
    path("t/<slug:slug>/desk/journal/<int:sequence>/after/", history_pages.rewind, name="rewind"),
    path("t/<slug:slug>/desk/journal/<int:sequence>/again/", history_pages.redo, name="undo-again"),
]
