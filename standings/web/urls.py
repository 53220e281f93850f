"""URLs of standings, cross table, derivations, and the effects of corrections or other rules."""

from django.urls import path

from standings.web.clubs import pages as clubs
from standings.web.next_stage import pages as next_stage
from standings.web.papers import pages as papers
from standings.web.prizes import pages as prizes
from standings.web.ratings import pages as ratings
from standings.web.rounds import pages as rounds
from standings.web.rules import by_hand_pages
from standings.web.rules import pages as rules
from standings.web.series import pages as series
from standings.web.table import pages as table
from standings.web.what_if import comparison_pages, effect_pages, verdict_pages

app_name = "standings"

T = "t/<slug:slug>/standings"

urlpatterns = [
    path("series/", series.all_series, name="series"),
    path("series/new/", series.create, name="series-create"),
    path("series/<slug:series>/", series.table, name="series-table"),
    path("series/<slug:series>/table.csv", series.table_csv, name="series-csv"),
    path("series/<slug:series>/table.pdf", series.table_pdf, name="series-pdf"),
    path("series/<slug:series>/players/<str:person>/", series.player, name="series-player"),
    path("series/<slug:series>/desk/", series.desk, name="series-desk"),
    path("series/<slug:series>/desk/rule/", series.rule, name="series-rule"),
    path("series/<slug:series>/desk/add/", series.add, name="series-add"),
    path("series/<slug:series>/desk/typed/", series.add_typed, name="series-typed"),
    path("series/<slug:series>/desk/who/", series.answer, name="series-answer"),
    path("series/<slug:series>/desk/points/", series.give_points, name="series-points"),
    path("series/<slug:series>/desk/points/<str:given>/", series.remove_points, name="series-points-remove"),
    path("series/<slug:series>/desk/organisers/", series.organisers, name="series-organisers"),
    path("series/<slug:series>/desk/close/", series.close, name="series-close"),
    path("series/<slug:series>/desk/delete/", series.delete, name="series-delete"),
    path("series/<slug:series>/desk/events/<str:event>/", series.change_event, name="series-event"),
    path(f"{T}/", table.table, name="table"),
    path(f"{T}.csv", table.table_csv, name="table-csv"),
    path(f"{T}.h9", table.table_h9, name="table-h9"),
    path(f"{T}.aga", table.table_aga, name="table-aga"),
    path(f"{T}.fesa", table.table_fesa, name="table-fesa"),
    path(f"{T}/comparison/", comparison_pages.comparison, name="comparison"),
    path(f"{T}/verdicts/", verdict_pages.verdicts, name="verdicts"),
    path(f"{T}/course/", rounds.course, name="course"),
    path(f"{T}/course/<str:player_id>/", rounds.course, name="course-of"),
    path(f"{T}/<str:player_id>/", table.place, name="place"),
    path(f"{T}/<str:player_id>/<path:code>/", table.derivation, name="derivation"),
    path("t/<slug:slug>/club-teams/", clubs.clubs, name="clubs"),
    path("t/<slug:slug>/club-teams.csv", clubs.clubs_csv, name="clubs-csv"),
    path("t/<slug:slug>/crosstable/", rounds.crosstable, name="crosstable"),
    path("t/<slug:slug>/desk/next-stage/", next_stage.next_stage, name="next-stage"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/effect/", effect_pages.effect, name="effect"),
    path("t/<slug:slug>/desk/prizes/", prizes.page, name="prizes"),
    path("t/<slug:slug>/desk/club-teams/", clubs.page, name="set-clubs"),
    path("t/<slug:slug>/desk/print/", papers.prints, name="print"),
    path("t/<slug:slug>/desk/print/papers.zip", papers.print_everything, name="print-everything"),
    path("t/<slug:slug>/desk/print/<slug:key>.pdf", papers.print_event, name="print-event"),
    path("t/<slug:slug>/desk/rounds/<int:number>/<slug:sheet>.pdf", papers.print_round, name="print-round"),
    path("e/<slug:event>/desk/print/names.pdf", papers.print_names, name="print-names-of-event"),
    path("e/<slug:event>/desk/print/prizes.pdf", papers.print_prizes, name="print-prizes-of-event"),
    path("e/<slug:event>/desk/print/papers.zip", papers.print_sections, name="print-sections"),
    path("t/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("t/<slug:slug>/norms/", ratings.norms_for_all, name="norms-for-all"),
    path("t/<slug:slug>/desk/norms/", ratings.norms, name="norms"),
    path("t/<slug:slug>/desk/norms/forms/", ratings.norm_forms, name="norm-forms"),
    path("t/<slug:slug>/desk/norms/forms.pdf", ratings.norm_forms_pdf, name="norm-forms-pdf"),
    path("t/<slug:slug>/desk/rules/", rules.rules, name="rules"),
    path("t/<slug:slug>/desk/rules/by-hand/", by_hand_pages.by_hand, name="by-hand"),
    path("t/<slug:slug>/desk/rules/lot/", rules.lot, name="lot"),
]
