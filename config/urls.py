"""Every address, by its first part."""

from django.urls import include, path

from . import errors, health

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("standings.urls")),
    path("up/", health.up, name="up"),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler500 = errors.server_error
