"""Every address, by its first part."""

from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularRedocView

from . import errors, health

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("standings.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("standings.api_urls")),
    path("api/v1/schema", SpectacularJSONAPIView.as_view(), name="schema"),
    path("api/v1/docs", SpectacularRedocView.as_view(url_name="schema"), name="docs"),
    path("up/", health.up, name="up"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
