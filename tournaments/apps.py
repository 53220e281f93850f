from django.apps import AppConfig
from django.apps.registry import Apps
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from tournaments.core.journal import acts, erased, fide_locks
        from tournaments.core.orm import fast_reading

        fast_reading.register_lookups()
        acts.GUARDS += [fide_locks.guard, erased.guard]
        post_migrate.connect(_fill_search_words, sender=self)


def _fill_search_words(apps: Apps, **_signal: object) -> None:
    from tournaments.core.orm.columns import columns_of
    from tournaments.setup.finding import fill_search_words

    columns = columns_of(apps.get_model("tournaments", "Tournament"))
    if any(each.name == "search_words" for each in columns):  # not after steps back to before it
        fill_search_words()
