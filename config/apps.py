from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = _("Kierros")

    def ready(self) -> None:
        """Tell the desk what backups know."""
        from config.backups import keeping
        from tournaments.desk.pages import FOOTNOTES, NOTICES

        NOTICES.append(keeping.warnings)
        FOOTNOTES.append(keeping.age)
