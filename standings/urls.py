"""Standings, cross table, what a number is made of, and what a correction would change."""

from django.urls import path

from standings import stage_views, views

app_name = "standings"

urlpatterns = [
    path("t/<slug:slug>/standings/", views.table, name="table"),
    path("t/<slug:slug>/standings.csv", views.table_csv, name="table-csv"),
    path("t/<slug:slug>/standings/<str:player_id>/<path:code>/", views.derivation, name="derivation"),
    path("t/<slug:slug>/crosstable/", views.crosstable, name="crosstable"),
    path("t/<slug:slug>/desk/next-stage/", stage_views.next_stage, name="next-stage"),
    path("t/<slug:slug>/desk/tables/<str:pairing_id>/effect/", views.effect, name="effect"),
]
