"""The scripts of the checks, and the report on packages with known vulnerabilities."""

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.tools.packages import audit, wheels

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
PATCHED = {"name": "django", "version": "5.2.19", "vulns": []}
FAULTY = {"name": "pip", "version": "9.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["9.1", "10.0"]}]}
UNKNOWN = {"name": "uv", "skip_reason": "Dependency not found on PyPI and could not be audited: uv (0.13.8)"}


class TestWorkflows:
    @pytest.mark.parametrize(("name", "script"), [("checks", ".ci/run"), ("nightly", ".ci/nightly")])
    def test_each_workflow_calls_one_script_and_nothing_else(self, name, script):
        """All checks are in one script, which can run anywhere."""
        read = yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text())
        steps = [step for job in read["jobs"].values() for step in job["steps"]]
        assert [step["run"] for step in steps if "run" in step] == [script]
        assert (ROOT / script).stat().st_mode & 0o111
        assert read["permissions"] == {"contents": "read"}

    def test_no_other_workflows_exist(self):
        assert sorted(path.stem for path in WORKFLOWS.iterdir()) == ["checks", "nightly"]

    def test_nightly_runs_all_checks(self):
        assert re.search(r"^bash \.ci/run --all ", (ROOT / ".ci/nightly").read_text(), re.MULTILINE)


class TestWheels:
    #: The output of uv about a package with only a source, and about one without a wheel for the platform.
    SOURCE = "  cause: Because rcssmin==1.3.0 has no usable wheels and you require rcssmin==1.3.0, we can conclude ..."
    OTHERS = (
        "Because pyicu-wheels==2.15.2 has no wheels with a matching platform tag (e.g., `macosx_13_0_arm64`) and you "
        "require pyicu-wheels==2.15.2, we can conclude that your requirements are unsatisfiable."
    )

    @pytest.mark.parametrize(("text", "package"), [(SOURCE, "rcssmin==1.3.0"), (OTHERS, "pyicu-wheels==2.15.2")])
    def test_package_without_a_wheel_is_named_and_fails(self, text, package):
        assert wheels.verdict("Windows", 1, text) == (f"Windows: NO WHEEL for {package}", True)

    def test_passes_if_every_package_has_a_wheel(self):
        assert wheels.verdict("Windows", 0, "") == ("Windows: a wheel for every package.", False)

    def test_passes_with_notice_without_network(self):
        text, failed = wheels.verdict("Windows", 2, "error: Request failed\n  Caused by: error sending request for url")
        assert ("NOT CHECKED" in text, failed) == (True, False)

    def test_other_faults_fail(self):
        assert wheels.verdict("Windows", 2, "error: unexpected argument")[1]

    def test_packages_of_one_system_have_a_marker(self):
        """The names are listed in `docs/decisions/0063-operating-systems.md`."""
        pins = dict(re.findall(r"(?m)^([\w.-]+)==\S+(.*?) \\\\?$", (ROOT / "requirements/run.txt").read_text()))
        assert pins["uvloop"] == " ; sys_platform != 'win32'"
        assert pins["winloop"] == " ; sys_platform == 'win32'"
        assert "tzdata" in pins
        assert not {"rcssmin", "rjsmin"} & set(pins)


class TestAudit:
    def verdict_on(self, *packages, fault=""):
        return audit.verdict(("run",), {"dependencies": packages, "fixes": []} if packages else None, fault)

    def test_passes_without_known_vulnerabilities(self):
        text, failed = self.verdict_on(PATCHED)
        assert text == "requirements/run.txt: 1 packages audited, 0 known vulnerabilities."
        assert not failed

    def test_known_vulnerability_fails_with_the_fixed_versions(self):
        text, failed = self.verdict_on(PATCHED, FAULTY)
        assert "pip 9.0: PYSEC-1, fixed in 9.1, 10.0" in text
        assert "requirements/README.md" in text
        assert failed

    def test_package_not_in_the_list_is_reported_as_unaudited(self):
        """Behind a mirror of the registry, pip-audit finds no package and reports that as no vulnerability."""
        text, failed = self.verdict_on(UNKNOWN)
        assert "0 packages audited" in text
        assert "NOT AUDITED, not in the list: uv." in text
        assert not failed

    def test_passes_with_notice_without_network(self):
        text, failed = self.verdict_on(fault="requests.exceptions.ConnectionError: Max retries exceeded")
        assert "NOT AUDITED" in text
        assert not failed

    def test_other_faults_fail(self):
        text, failed = self.verdict_on(fault="ERROR:pip_audit._cli:package certifi has duplicate requirements")
        assert "duplicate requirements" in text
        assert failed

    def test_one_vulnerability_fails_despite_unreachable_later_files(self, monkeypatch, tmp_path, capsys):
        """The check fails if pip-audit responds for the first files and is unreachable for the others."""
        monkeypatch.setattr(audit, "REPORT", tmp_path / "report.json")
        answers = iter(["", "", FAULTY, "ConnectionError"])

        def run(*_words):
            answer = next(answers)
            if isinstance(answer, dict):
                audit.REPORT.write_text(json.dumps({"dependencies": [answer]}))
                return "Found 1 known vulnerability"
            return answer

        monkeypatch.setattr(audit, "run", run)
        assert audit.main() == 1
        text = capsys.readouterr().out
        assert "PYSEC-1" in text
        assert "requirements/audit.txt. The list of vulnerabilities could not be reached." in text
