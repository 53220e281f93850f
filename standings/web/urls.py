"""Standings, cross table, what a number is made of, and what a correction or other rules would change."""

from django.urls import path

from standings.web.views import (
    by_hand,
    clubs,
    comparison,
    course,
    crosstable,
    effect,
    next_stage,
    printing,
    prizes,
    ratings,
    rules,
    table,
    verdicts,
)

app_name = "standings"

T = "t/<slug:slug>/standings"

urlpatterns = [
    path(f"{T}/", table.table, name="table"),
    path(f"{T}.csv", table.table_csv, name="table-csv"),
    path(f"{T}.h9", table.table_h9, name="table-h9"),
    path(f"{T}.aga", table.table_aga, name="table-aga"),
    path(f"{T}.fesa", table.table_fesa, name="table-fesa"),
    path(f"{T}/comparison/", comparison.comparison, name="comparison"),
    path(f"{T}/verdicts/", verdicts.verdicts, name="verdicts"),
    path(f"{T}/course/", course.course, name="course"),
    path(f"{T}/course/<str:player_id>/", course.course, name="course-of"),
    path(f"{T}/<str:player_id>/", table.place, name="place"),
    path(f"{T}/<str:player_id>/<path:code>/", table.derivation, name="derivation"),
    path("t/<slug:slug>/club-teams/", clubs.clubs, name="clubs"),
    path("t/<slug:slug>/club-teams.csv", clubs.clubs_csv, name="clubs-csv"),
    path("t/<slug:slug>/crosstable/", crosstable.crosstable, name="crosstable"),
    path("t/<slug:slug>/desk/next-stage/", next_stage.next_stage, name="next-stage"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/effect/", effect.effect, name="effect"),
    path("t/<slug:slug>/desk/prizes/", prizes.page, name="prizes"),
    path("t/<slug:slug>/desk/club-teams/", clubs.page, name="set-clubs"),
    path("t/<slug:slug>/desk/print/", printing.prints, name="print"),
    path("t/<slug:slug>/desk/print/papers.zip", printing.print_everything, name="print-everything"),
    path("t/<slug:slug>/desk/print/<slug:key>.pdf", printing.print_event, name="print-event"),
    path("t/<slug:slug>/desk/rounds/<int:number>/<slug:sheet>.pdf", printing.print_round, name="print-round"),
    path("t/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("t/<slug:slug>/norms/", ratings.norms_for_all, name="norms-for-all"),
    path("t/<slug:slug>/desk/norms/", ratings.norms, name="norms"),
    path("t/<slug:slug>/desk/norms/forms/", ratings.norm_forms, name="norm-forms"),
    path("t/<slug:slug>/desk/norms/forms.pdf", ratings.norm_forms_pdf, name="norm-forms-pdf"),
    path("t/<slug:slug>/desk/rules/", rules.rules, name="rules"),
    path("t/<slug:slug>/desk/rules/by-hand/", by_hand.by_hand, name="by-hand"),
    path("t/<slug:slug>/desk/rules/lot/", rules.lot, name="lot"),
]
