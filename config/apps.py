from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = _("Kierros")

    def ready(self) -> None:
        """Tell the desk what backups know, where this server can make them."""
        from django.conf import settings

        from config.backups import keeping, reached
        from tournaments.desk.pages import FOOTNOTES, NOTICES

        if settings.READING_ONLY:
            return
        NOTICES.append(keeping.warnings)
        FOOTNOTES.extend((keeping.age, reached.footnotes))
