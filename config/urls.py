"""All URLs, by their first part."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView

from config import site_pages
from server.middleware import error_pages
from tournaments.people.oauth_api import Metadata
from tournaments.web.api.openapi import Catalog, Document, Index

#: The reference page writes styles into its elements; only this page may.
reference = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))

urlpatterns = [
    path("", include("tournaments.web.urls")),
    path("", include("standings.web.urls")),
    path("api/v1/", include("tournaments.web.api.urls")),
    path("api/v1/", include("standings.web.api_urls")),
    path("api/v1", Index.as_view(), name="index"),
    path("api/v1/", Index.as_view(schema=None)),  # also with a slash at the end
    path("api/v1/schema", Document.as_view(), name="schema"),
    path("api/v1/docs", reference, name="docs"),
    path(".well-known/api-catalog", Catalog.as_view(), name="api-catalog"),
    path(".well-known/oauth-authorization-server", Metadata.as_view(), name="oauth-metadata"),
    path(".well-known/security.txt", site_pages.security_txt, name="security-txt"),
    path("server/", include("config.owner.urls")),
    path("up/", site_pages.ready, name="up"),
    path("health/live", site_pages.live, name="live"),
    path("health/ready", site_pages.ready, name="ready"),
]

if settings.DEBUG:
    urlpatterns.append(path("style/", site_pages.style))

handler400 = error_pages.bad_request
handler403 = error_pages.answer_forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error
