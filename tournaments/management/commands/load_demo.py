"""manage.py load_demo: create demo tournaments, one for each pairing system and for some presets."""

from __future__ import annotations

from django.core.management import BaseCommand
from django.utils import timezone

from tournaments.series import series
from tournaments.setup import samples


class Command(BaseCommand):
    help = "Create a running demo tournament for each pairing system and some presets. Existing ones stay."

    def handle(self, *_args: object, **_options: object) -> None:
        for tournament in samples.load_demo(timezone.now().date()):
            self.stdout.write(f"Created {tournament.name}: /t/{tournament.slug}/")
        new_series = series.load_demo(timezone.now().date())
        if new_series is not None:
            self.stdout.write(f"Created {new_series.name}: /series/{new_series.slug}/")
