"""Compare every pinned package with the list of known vulnerabilities: `python -m tests.tools.packages.audit`.

It fails if a package has a known vulnerability, or if pip-audit itself fails. It needs the network. It lists packages
without an answer, but does not fail because of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "var" / "audit"
REPORT = ROOT / "var" / "audit.json"
#: Requirements files that are installed together. Those for the tests contain those for the server.
TOGETHER = (("test", "uv"), ("audit",))
#: The output of pip-audit if it cannot reach the list. Any other error is ours.
UNREACHABLE = ("ConnectionError", "Could not connect", "ReadTimeout", "ServiceError")
UV = (sys.executable, "-m", "uv", "--system-certs")


def main() -> int:
    installed = run(*UV, "venv", "--quiet", "--allow-existing", TOOL) or run(
        *UV, "pip", "install", "--quiet", "--python", TOOL, "--require-hashes", "-r", "requirements/audit.txt"
    )
    if installed:
        print(f"{installed}\nNOT AUDITED: pip-audit could not be installed.")
        return 0
    failed = False
    for names in TOGETHER:
        REPORT.unlink(missing_ok=True)
        fault = run(*command(names))
        text, bad = verdict(names, json.loads(REPORT.read_text()) if REPORT.exists() else None, fault)
        print(text)
        failed |= bad
    return int(failed)


def command(names: tuple[str, ...]) -> list[str | Path]:
    """Return the pip-audit command for these requirements files."""
    files = [part for name in names for part in ("-r", f"requirements/{name}.txt")]
    usual = ["--disable-pip", "--require-hashes", "--progress-spinner", "off", "--timeout", "30", "--format", "json"]
    return [TOOL / "bin" / "pip-audit", *usual, *files, "--output", REPORT]


def run(*words: str | Path) -> str:
    """Run a command and return its output if it failed, else an empty text."""
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    return (done.stdout + done.stderr or f"exit code {done.returncode}") if done.returncode else ""


def verdict(names: tuple[str, ...], report: dict[str, Any] | None, fault: str) -> tuple[str, bool]:
    """Return the message about these files, and whether the check fails.

    pip-audit exits with 1 both for a vulnerability and for an error, but writes a report only for a result.
    """
    title = ", ".join(f"requirements/{name}.txt" for name in names)
    if report is None:
        if any(word in fault for word in UNREACHABLE):
            return f"NOT AUDITED: {title}. The list of vulnerabilities could not be reached.", False
        return f"{fault}\n{title}: pip-audit failed.", True
    packages = report["dependencies"]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    bad = [
        f"{package['name']} {package['version']}: {each['id']}, fixed in {', '.join(each['fix_versions']) or 'none'}"
        for package in packages
        for each in package.get("vulns", ())
    ]
    lines = [f"{title}: {len(packages) - len(skipped)} packages audited, {len(bad)} known vulnerabilities.", *bad]
    if skipped:
        lines.append(f"NOT AUDITED, not in the list: {', '.join(skipped)}.")
    if bad:
        lines.append("Renew these packages: requirements/README.md says how.")
    return "\n".join(lines), bool(bad)


if __name__ == "__main__":
    sys.exit(main())
