from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Bring the rule sets to anyone who needs them, and tell the desk what the table knows."""
        from standings.rulesets.presets import RULES
        from standings.web.next_stage.qualification import notices
        from standings.web.next_stage.reseating import Book
        from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
        from tournaments.desk.pages import NOTICES

        RULE_BOOKS[:] = [Book()]
        RULE_SETS.update({key: _(rules.name) for key, rules in RULES.items()})
        NOTICES.append(notices)
