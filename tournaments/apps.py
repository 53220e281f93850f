from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.core.journal import acts, erased, fide_locks
        from tournaments.core.orm import fast_reading

        fast_reading.register_lookups()
        acts.GUARDS += [fide_locks.guard, erased.guard]
