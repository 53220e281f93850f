"""The URLs of the standings in version 1 of the API."""

from django.urls import path

from standings.web.clubs import api as clubs
from standings.web.papers import api as papers
from standings.web.prizes import api as prizes
from standings.web.ratings import api as ratings
from standings.web.rules import api as rules
from standings.web.rules import by_hand_api
from standings.web.series import api as series
from standings.web.series import points_api, season_api
from standings.web.table import api as table
from standings.web.what_if import api as what_if

T = "tournaments/<slug:slug>/standings"

urlpatterns = [
    path("series", series.AllSeries.as_view()),
    path("series/<slug:series>", series.OneSeries.as_view()),
    path("series/<slug:series>/table", series.SeriesTable.as_view()),
    path("series/<slug:series>/table.csv", series.SeriesTableCsv.as_view()),
    path("series/<slug:series>/players/<slug:player_id>", series.SeriesPlayer.as_view()),
    path("series/<slug:series>/events", series.SeriesEvents.as_view()),
    path("series/<slug:series>/events/<slug:event>/remove", series.RemoveSeriesEvent.as_view()),
    path("series/<slug:series>/season", season_api.SeriesSeason.as_view()),
    path("series/<slug:series>/points", points_api.SeriesByHand.as_view()),
    path("series/<slug:series>/points/<slug:given>/remove", points_api.RemoveSeriesPoints.as_view()),
    path("series/<slug:series>/organisers", points_api.SeriesOrganisers.as_view()),
    path("series/<slug:series>/who", series.SeriesQuestions.as_view()),
    path("rule-sets", rules.RuleSets.as_view()),
    path("tournaments/<slug:slug>/rules", rules.TournamentRules.as_view()),
    path("tournaments/<slug:slug>/prizes", prizes.TournamentPrizes.as_view()),
    path("tournaments/<slug:slug>/prizes/winners", prizes.Winners.as_view()),
    path("tournaments/<slug:slug>/club-teams", clubs.ClubTeams.as_view()),
    path("tournaments/<slug:slug>/club-teams/table", clubs.ClubTable.as_view()),
    path("tournaments/<slug:slug>/club-teams/table.csv", clubs.ClubTableCsv.as_view()),
    path("tournaments/<slug:slug>/rules/lot", rules.Lot.as_view()),
    path("tournaments/<slug:slug>/ratings", ratings.Ratings.as_view()),
    path("tournaments/<slug:slug>/norms", ratings.Norms.as_view()),
    path("tournaments/<slug:slug>/rules/by-hand", by_hand_api.Order.as_view()),
    path("tournaments/<slug:slug>/rules/outside", by_hand_api.Outside.as_view()),
    path("tournaments/<slug:slug>/papers", papers.Papers.as_view()),
    path("tournaments/<slug:slug>/papers.zip", papers.Everything.as_view(), name="papers-zip"),
    path("tournaments/<slug:slug>/papers/<slug:paper>.pdf", papers.OnePaper.as_view(), name="paper"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/papers/<slug:sheet>.pdf",
        papers.PaperOfRound.as_view(),
        name="paper-of-round",
    ),
    path("tournaments/<slug:slug>/stages", table.Stages.as_view()),
    path(T, table.Standings.as_view()),
    path(T + ".csv", table.StandingsCsv.as_view()),
    path(T + ".h9", table.StandingsH9.as_view()),
    path(T + ".aga", table.StandingsAga.as_view()),
    path(T + ".fesa", table.StandingsFesa.as_view()),
    path(T + "/comparison", what_if.Comparison.as_view()),
    path(T + "/verdicts", what_if.Verdicts.as_view()),
    path(T + "/<slug:player_id>/<path:code>", table.Derivation.as_view()),
]
