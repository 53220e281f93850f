from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = _("Kierros")

    def ready(self) -> None:
        """Tell the desk what backups know."""
        from config.backups import keeping, reached
        from tournaments.desk.pages import FOOTNOTES, NOTICES

        NOTICES.append(keeping.warnings)
        FOOTNOTES.extend((keeping.age, reached.footnotes))
