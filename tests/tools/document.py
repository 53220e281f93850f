"""Print the OpenAPI document for external tools: `python -m tests.tools.document`."""

import os
import sys

import django
import orjson

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

if __name__ == "__main__":
    from tournaments.web.api.openapi import document

    sys.stdout.buffer.write(orjson.dumps(document(), default=str))
