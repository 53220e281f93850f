"""The addresses of the standings in version 1 of the API."""

from django.urls import path

from standings import api

T = "tournaments/<slug:slug>/standings"

urlpatterns = [
    path(T, api.Standings.as_view()),
    path("tournaments/<slug:slug>/stages", api.Stages.as_view()),
    path(T + "/<slug:player_id>/<path:code>", api.Derivation.as_view()),
]
