"""Send valid and invalid requests, by the API's document, to a server with the demo tournaments.

    .venv/bin/python -m tests.tools.fuzzing [--only OPERATION] [--output FILE]

Schemathesis generates the requests from the document, about 18,000 in seven minutes, and compares the answers with it.
If it finds a fault, the tool prints it and fails. The server may still refuse a valid request because of the state of
the tournament (a round is not closed) or because of its values. The tool lists the latter with their messages.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.layers import ROOT
from tests.tools.try_release import running

SETTINGS = ROOT / "tests" / "tools" / "fuzzing" / "settings.toml"
#: Operations left out: those that delete what the others need, and streams, whose events this tool checks itself.
LEFT_OUT = "^(delete_tournament|delete_series|revoke_token|feed_stream|stream_of_all)$"
#: The name of the check that a valid request is accepted.
ALLOWED = "ST202"
#: Error codes that depend only on the request's values.
OF_VALUES = ("query", "invalid")

PREPARE = """
import json, sys
from datetime import timedelta
from django.utils import timezone
from tournaments.core.rights import Who
from tournaments.models import ApiToken, Tournament, User
from tournaments.people import staff, tokens
orla = User.objects.create_superuser("orla", password="correct horse battery")
who = Who.at_page(orla)
tournament = Tournament.objects.get(slug="demo-dutch")
staff.give(who, tournament, orla)
until = timezone.now() + timedelta(days=1)
_token, value = tokens.create_account_token(who, name="fuzz", scopes=list(ApiToken.Scope.values), expires_at=until)
print(json.dumps({"token": value, "slug": tournament.slug}))
"""


class Failure(NamedTuple):
    check: str
    operation: str
    status: str
    code: str
    detail: str


def main() -> None:
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="an operation's id")
    parser.add_argument("--output", type=Path, help="a file for all that schemathesis prints")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the database may run as another user
        environment = {**os.environ, "VAR_DIR": f"{folder}/var", "PYTHONPATH": str(ROOT)}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, str(ROOT / "manage.py")]
        with running(command, environment, Path(folder)) as visitor:
            subprocess.run([*command, "load_demo"], env=environment, check=True, capture_output=True)
            prepared = subprocess.run(
                [*command, "shell", "--no-imports", "--command", PREPARE],
                env=environment, check=True, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            known = json.loads(prepared.stdout.splitlines()[-1])
            answer = _schemathesis(visitor.address, known, Path(folder), asked.only)
    if asked.output:
        asked.output.write_text(answer)
    failures = list(failures_in(answer))
    print(*_report(failures), sep="\n")
    made = re.search(r"\d+ generated[^\n]*", answer)
    print(made[0] if made else answer[-2000:])
    sys.exit(any(each.check != ALLOWED for each in failures) or not made)


def _schemathesis(address: str, known: dict[str, str], folder: Path, only: str) -> str:
    chosen = ("--include-operation-id", only) if only else ("--exclude-operation-id-regex", LEFT_OUT)
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(SETTINGS), "run",
            f"{address}/api/v1/schema", "--header", f"Authorization: Bearer {known['token']}",
            # Every request has the token, even those meant to go without one: rights have separate tests.
            "--phases", "examples,coverage", "--checks", "all", "--exclude-checks", "ignored_auth",
            "--continue-on-failure",
            "--rate-limit", "2800/m", "--seed", "7", "--no-color", *chosen,
        ],
        cwd=folder, check=False, capture_output=True, text=True,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "tests.tools.fuzzing.hooks", "KNOWN": json.dumps(known),
             "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.stdout + done.stderr


def failures_in(text: str) -> Iterator[Failure]:
    """Yield the failures in schemathesis' output."""
    parts = re.split(r"\n_{3,} ([A-Z]+ /\S+) _{3,}\n", text.partition("= SUMMARY")[0])
    for operation, body in zip(parts[1::2], parts[2::2], strict=True):
        for case in re.split(r"\n(?=\d+\. Test Case ID)", body):
            status, code, detail = (
                (re.search(pattern, case) or ("", ""))[1]
                for pattern in (r"\n\[(\d{3})\]", r'"code": ?"([^"]+)"', r'"detail": ?"([^"]{0,120})')
            )
            for check, why in re.findall(r"- (ST\d+) [^\n]*\n\n\s*([^\n]{0,200})", case):
                yield Failure(check, operation, status, code, detail if check == ALLOWED else why)


def _report(failures: list[Failure]) -> Iterator[str]:
    for each in failures:
        if each.check != ALLOWED or each.code in OF_VALUES:
            yield " | ".join(each)
    refused = Counter(each.code for each in failures if each.check == ALLOWED)
    of_values = sum(refused[code] for code in OF_VALUES)
    yield f"wrong: {sum(each.check != ALLOWED for each in failures)}"
    yield f"allowed by the document, refused for their values: {of_values}"
    of_state = Counter({code: count for code, count in refused.items() if code not in OF_VALUES})
    yield f"allowed by the document, refused because of the tournament: {of_state.total()}, of {len(of_state)} codes"
    yield ", ".join(f"{code} {count}" for code, count in of_state.most_common())


if __name__ == "__main__":
    main()
