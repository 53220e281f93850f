"""Write every message of the program to the files that translators fill in."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from config.translation.areas import AREAS
from config.translation.catalogues import is_translated, read, update
from config.translation.extraction import find_messages
from config.translation.languages import TARGET_LANGUAGES


class Command(BaseCommand):
    help = "Update locale/ with every message of the program. Translations stay."

    def add_arguments(self, parser: CommandParser) -> None:
        codes = [language.code for language in TARGET_LANGUAGES]
        parser.add_argument("languages", nargs="*", choices=[*codes, []], help="the languages; all by default")

    def handle(self, *_args: object, languages: list[str], **_options: object) -> None:
        messages = find_messages()
        for language in TARGET_LANGUAGES:
            if languages and language.code not in languages:
                continue
            update(language, messages)
            missing = {area: sum(not is_translated(entry) for entry in read(language, area)) for area in AREAS}
            remaining = ", ".join(f"{area} {number}" for area, number in missing.items() if number) or "nothing"
            self.stdout.write(f"{language.code}: to translate: {remaining}")
