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
        from standings.web.series.tables import who_is_who
        from tournaments.core.journal.acts import FOLLOWERS_OF_FINISHED
        from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
        from tournaments.desk.pages import NOTICES
        from tournaments.privacy.series_people import WHO_IS_WHO

        RULE_BOOKS[:] = [Book()]
        RULE_SETS.update({key: _(rules.name) for key, rules in RULES.items()})
        NOTICES.append(notices)
        FOLLOWERS_OF_FINISHED[:] = [notice]
        WHO_IS_WHO[:] = [who_is_who]
