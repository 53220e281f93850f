from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Register rule sets, rule books, notices and other hooks of the standings with the tournaments app."""
        from standings.rulesets.presets import RULES
        from standings.web.next_stage.qualification import Book, notices
        from standings.web.series.corrections import notice
        from standings.web.series.tables import people_of_series
        from tournaments.core.journal.acts import FOLLOWERS_OF_FINISHED
        from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
        from tournaments.desk.pages import NOTICES
        from tournaments.privacy.series_people import PEOPLE_OF_SERIES

        RULE_BOOKS[:] = [Book()]
        RULE_SETS.update({key: _(rules.name) for key, rules in RULES.items()})
        NOTICES.append(notices)
        FOLLOWERS_OF_FINISHED[:] = [notice]
        PEOPLE_OF_SERIES[:] = [people_of_series]
