from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = _("Kierros")

    def ready(self) -> None:
        """Register notices about backups for the desk, if this server can make any."""
        from django.conf import settings

        from config.backups import keeping, reached
        from tournaments.desk.pages import FOOTNOTES, NOTICES

        if settings.READING_ONLY:
            return
        NOTICES.append(keeping.warnings)
        FOOTNOTES.extend((keeping.age, reached.footnotes))
