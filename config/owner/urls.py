"""The URLs of the owner's pages."""

from django.urls import path

from config.owner import backup_pages, pages, privacy_pages

app_name = "owner"

urlpatterns = [
    path("", pages.server, name="server"),
    path("tournaments/", pages.tournaments, name="tournaments"),
    path("tournaments/<slug:slug>/", pages.give, name="give"),
    path("deliveries/", pages.deliveries, name="deliveries"),
    path("privacy/", privacy_pages.privacy, name="privacy"),
    path("privacy/erase/", privacy_pages.erase, name="erase"),
    path("privacy/again/", privacy_pages.erase_again, name="erase-again"),
    path("retention/", privacy_pages.retention, name="retention"),
    path("backups/", backup_pages.backups, name="backups"),
    path("backups/<str:name>/", backup_pages.download, name="download"),
    path("backups/<str:name>/restore/", backup_pages.restore, name="restore"),
]
