from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Offer the rule sets to whoever creates a tournament, and tell the desk what the table knows."""
        from standings.presets import RULES
        from standings.qualifying import notices
        from tournaments.games import RULE_SETS
        from tournaments.notices import NOTICES

        RULE_SETS.update({key: _(rules.name) for key, rules in RULES.items()})
        NOTICES.append(notices)
