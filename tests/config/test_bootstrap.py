"""`bootstrap` creates the environment from a bare Python. A fake installer replaces the real one in these tests."""

import re
import subprocess
import sys

import pytest

from config import bootstrap
from config.secret import stored_secret
from tests.serving import ROOT

REGISTRY_HOSTS = [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com")]


@pytest.fixture
def project(tmp_path):
    (tmp_path / "requirements").mkdir()
    for name in ("run", "test", "uv"):
        (tmp_path / f"requirements/{name}.txt").write_text(f"{name}==1\n")
    return tmp_path


def without_ensurepip(venv, *options, venv_made=bootstrap._run_venv):
    """Act as Debian's Python without python3-venv, which creates only environments without pip."""
    return venv_made(venv, *options) if options else False


@pytest.fixture
def installed_sets(monkeypatch):
    """The names of the installed sets, in order; nothing is downloaded, and pip is not put into the folder."""
    names = []
    monkeypatch.setattr(bootstrap, "_run_venv", without_ensurepip)
    monkeypatch.setattr(bootstrap, "_has_pip", lambda python: python == sys.executable)
    monkeypatch.setattr(bootstrap, "_install_packages", lambda wanted, *_: names.append(wanted.stem))
    return names


class TestInstalledPackages:
    def test_installed_packages_are_not_installed_again(self, project, installed_sets):
        bootstrap.set_up("run", project)
        bootstrap.set_up("run", project)
        assert installed_sets == ["run"]

    def test_packages_of_tests_include_those_of_the_server(self, project, installed_sets):
        bootstrap.set_up("test", project)
        bootstrap.set_up("run", project)
        assert installed_sets == ["test"]

    def test_packages_of_the_server_do_not_include_those_of_tests(self, project, installed_sets):
        bootstrap.set_up("run", project)
        bootstrap.set_up("test", project)
        assert installed_sets == ["run", "test"]

    def test_changed_requirements_are_installed_into_the_same_environment(self, project, installed_sets):
        bootstrap.set_up("run", project)
        (project / ".venv/kept").touch()
        (project / "requirements/run.txt").write_text("run==2\n")
        bootstrap.set_up("run", project)
        assert installed_sets == ["run", "run"]
        assert (project / ".venv/kept").exists()

    def test_environment_without_its_python_is_made_again(self, project, installed_sets):
        bootstrap.set_up("run", project)
        (project / ".venv/bin/python").unlink()
        bootstrap.set_up("run", project)
        assert installed_sets == ["run", "run"]


class TestInterrupted:
    def test_an_interrupted_installation_starts_from_an_empty_folder(self, project, installed_sets, monkeypatch):
        bootstrap.set_up("run", project)
        (project / ".venv/half-installed").touch()
        (project / ".venv/installing").touch()
        bootstrap.set_up("run", project)
        assert installed_sets == ["run", "run"]
        assert not (project / ".venv/half-installed").exists()

    @pytest.mark.rotates(2)
    def test_failed_installation_counts_as_interrupted(self, project, monkeypatch):
        monkeypatch.setattr(bootstrap, "_run_venv", without_ensurepip)
        monkeypatch.setattr(bootstrap, "_pip", lambda _: ["false"])
        with pytest.raises(bootstrap.SetupError, match="could not be installed"):
            bootstrap.set_up("run", project)
        assert not bootstrap.is_set_up("run", project)
        assert (project / ".venv/installing").exists()


class TestPip:
    def test_debian_python_without_ensurepip_uses_the_outer_pip(self, project, installed_sets):
        bootstrap.set_up("run", project)
        python = str(project / ".venv/bin/python")
        assert bootstrap._pip(project / ".venv") == [sys.executable, "-m", "pip", "--python", python]

    def test_without_pip_the_error_names_the_package_to_install(self, project, monkeypatch):
        monkeypatch.setattr(bootstrap, "_run_venv", without_ensurepip)
        monkeypatch.setattr(bootstrap, "_has_pip", lambda _: False)
        monkeypatch.setattr(bootstrap, "_ensurepip_installed", lambda: False)
        with pytest.raises(bootstrap.SetupError, match="apt-get install python3-venv"):
            bootstrap.set_up("run", project)

    def test_pip_installs_if_uv_fails(self, monkeypatch):
        commands = []

        def run(command, **_):
            commands.append(command)
            return subprocess.CompletedProcess(command, int("uv" in command))

        monkeypatch.setattr(subprocess, "run", run)
        bootstrap._install_packages(ROOT / "requirements/run.txt", ROOT / "requirements/uv.txt", "python", ["pip"])
        assert commands[-1][:2] == ["pip", "install"]
        assert "--require-hashes" in commands[-1]


class TestOldPython:
    def test_manage_py_parses_under_an_old_python(self):
        """An old Python must get as far as the message about its version, so manage.py uses nothing newer than 3.0."""
        import ast

        ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 4))

    def test_error_names_the_required_python(self):
        script = f"import sys; sys.version_info = (3, 9); exec(open({str(ROOT / 'manage.py')!r}).read())"
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert ran.stderr.startswith("Kierros needs Python 3.11 or newer")


class TestRequirements:
    @pytest.mark.parametrize("name", ["run", "test", "uv", "audit"])
    def test_every_package_is_pinned_with_hashes(self, name):
        lines = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", " ").splitlines()
        assert lines
        assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []

    def test_tests_use_the_same_packages_as_the_server(self):
        def packages(name):
            lines = (ROOT / f"requirements/{name}.txt").read_text().splitlines()
            return {line.split()[0] for line in lines if "==" in line}

        assert packages("run") <= packages("test")

    def test_readme_has_the_command_that_renews_requirements(self):
        """The command names the oldest supported Python, and there is an `.in` file for each name."""
        text = (ROOT / "requirements/README.md").read_text()
        (names,) = re.findall(r"once for each name in `([a-z ]+)`", text)
        assert sorted(names.split()) == sorted(path.stem for path in (ROOT / "requirements").glob("*.txt"))
        assert sorted(names.split()) == sorted(path.stem for path in (ROOT / "requirements").glob("*.in"))
        (command,) = re.findall(r"^    (.*pip compile .*)$", text, re.MULTILINE)
        assert command.endswith("--universal --generate-hashes --no-annotate --no-header --python-version 3.11")

    def test_no_file_names_a_registry(self):
        hosts = [part for host in REGISTRY_HOSTS for part in ("-e", ".".join(host))]
        found = subprocess.run(["git", "grep", "-IilF", *hosts], cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.stdout == ""
        assert found.returncode == 1, found.stderr


class TestSecret:
    def test_secret_is_made_once_and_readable_only_by_its_owner(self, tmp_path):
        path = tmp_path / "var/secret-key"
        first = stored_secret(path)
        assert stored_secret(path) == first
        assert len(first) >= 50
        assert path.stat().st_mode & 0o777 == 0o600
