from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Bring the rule sets to whoever creates a tournament or changes its rules."""
        from standings.current import RuleBook
        from standings.presets import RULES
        from tournaments.games import RULE_BOOKS, RULE_SETS

        RULE_BOOKS[:] = [RuleBook()]
        RULE_SETS.update({key: _(rules.name) for key, rules in RULES.items()})
