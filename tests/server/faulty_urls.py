"""The real addresses, and some whose views fail or refuse."""

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns  # noqa: F401 - Django reads them


def full_disk(request):
    with connection.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$")


def our_fault(request):
    raise LookupError("no such thing")


def refusal(request):
    raise PermissionDenied


urlpatterns = [
    *urlpatterns,
    path("full/", full_disk),
    path("api/full", full_disk),
    path("fault/", our_fault),
    path("refusal/", refusal),
]
