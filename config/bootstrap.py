"""Start a command with a bare Python: create `.venv`, install the pinned packages, and continue inside it.

Only the standard library is used. A stamp records what is installed: the hash of the requirements file and of the
Python version, so a second start costs nothing. A marker is in the folder while packages are being installed. A process
that finds it knows that an installation was interrupted, and starts with an empty folder.

The environment variable KIERROS_BOOTSTRAP=off skips all of this, for environments that are set up by other means.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from operating_system import system

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"

#: The sets of packages that include a set, itself first: the tests' packages include the server's.
CONTAINED_IN = {"run": ("run", "test"), "test": ("test",)}

#: The errors of a disk that is read-only, full, or not writable by this user, and what to do.
DISK_ERRORS = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM)
WRITABLE = "Kierros stores its data there. Make it writable, free some space, or set VAR_DIR to another folder."

#: The environment values that switch an option on, as `config.settings` reads them.
TRUE = ("true", "on", "ok", "y", "yes", "1")

NO_PIP = (
    "this Python cannot create a virtual environment with pip (ensurepip is missing), and has no pip itself. "
    "On Debian and Ubuntu: apt-get install python3-venv"
)


class SetupError(Exception):
    """An environment that could not be set up. The text explains what to do."""


def main(arguments: Sequence[str]) -> None:
    """Run one command line; does not return if the command ends the process itself."""
    with _report_unwritable():
        _carry_out(arguments)


def installed_main(arguments: Sequence[str]) -> None:
    """Run one command line of an application that a package manager has installed with its packages."""
    with _report_unwritable():
        if arguments[:1] == ["start"] and os.environ.get("KIERROS_BOOTSTRAP", "on") != "off":
            _start_from_copy(arguments, sys.executable)
        _run_django(arguments)


@contextlib.contextmanager
def _report_unwritable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_ERRORS or error.filename is None:
            raise
        sys.exit(f"{_own_name()}: {error.filename} cannot be written ({error.strerror}). {WRITABLE}")


def _own_name() -> str:
    """Return the command by which people start this program."""
    return os.environ.get("KIERROS_COMMAND", "manage.py")


def _carry_out(arguments: Sequence[str]) -> None:
    command = arguments[0] if arguments else "help"
    packages = _packages(command, arguments[1:])
    if os.environ.get("KIERROS_BOOTSTRAP", "on") != "off":
        try:
            set_up(packages)
        except SetupError as error:
            sys.exit(f"manage.py: {error}")
        if command == "start":
            _start_from_copy(arguments, _python(VENV))
        _go_inside(arguments)
    if command == "test":
        _run_tests(arguments[1:])
    elif command != "bootstrap":
        _run_django(arguments)


def _packages(command: str, rest: Sequence[str]) -> str:
    if command != "bootstrap":
        return "test" if command == "test" else "run"
    name = rest[0] if rest else "run"
    if name not in CONTAINED_IN or len(rest) > 1:
        sys.exit(f"manage.py bootstrap: choose {' or '.join(CONTAINED_IN)}")
    return name


def set_up(packages: str, root: Path = ROOT) -> None:
    """Install the packages of requirements/<packages>.txt in `.venv` below root. Several processes may call this at
    once.
    """
    venv = root / ".venv"
    if is_set_up(packages, root):
        return
    with _one_at_a_time(root):
        if not is_set_up(packages, root):
            print(f"Setting up {venv} ...", file=sys.stderr, flush=True)
            _install(packages, root)


def is_set_up(packages: str, root: Path = ROOT) -> bool:
    """Return whether all packages were installed from the current requirements, for the current Python."""
    venv = root / ".venv"
    if (venv / "installing").exists() or not (version := _version(venv)):
        return False
    return any(_read(venv / f"{name}.stamp") == _stamp(name, version, root) for name in CONTAINED_IN[packages])


def _stamp(packages: str, version: str, root: Path) -> str:
    return hashlib.sha256((root / f"requirements/{packages}.txt").read_bytes() + version.encode()).hexdigest()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _version(venv: Path) -> str:
    """Return the version of the Python in the folder, "" if there is none that runs for these packages."""
    if _is_inside(venv):
        return sys.version
    try:
        output = subprocess.run(
            [_python(venv), "-c", "import sys; print(sys.version)"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return output.stdout.strip("\n")


def _python(venv: Path) -> str:
    return str(system.python_of(venv))


def _is_inside(venv: Path) -> bool:
    return Path(sys.prefix) == venv


@contextlib.contextmanager
def _one_at_a_time(root: Path) -> Iterator[None]:
    (root / "var").mkdir(exist_ok=True)
    with (root / "var/setup.lock").open("w") as lock:
        system.lock(lock.fileno())
        yield


def _install(packages: str, root: Path) -> None:
    venv = root / ".venv"
    marker = venv / "installing"
    if marker.exists() or not _version(venv):
        _make_venv(venv)
    marker.touch()
    pip = _pip(venv)
    _install_packages(root / f"requirements/{packages}.txt", root / "requirements/uv.txt", _python(venv), pip)
    (venv / f"{packages}.stamp").write_text(_stamp(packages, _version(venv), root))
    marker.unlink()


def _make_venv(venv: Path) -> None:
    """Create an empty environment, with pip if ensurepip is available; Debian has it in a separate package."""
    if _is_inside(venv):
        raise SetupError(
            f"the installation in {venv} was interrupted. Start again with python3 outside this environment."
        )
    if _run_venv(venv):
        return
    if not _has_pip(sys.executable) and _ensurepip_installed() and _run_venv(venv):
        return
    if not _run_venv(venv, "--without-pip"):
        raise SetupError(f"cannot create a virtual environment in {venv}")


def _run_venv(venv: Path, *options: str) -> bool:
    shutil.rmtree(venv, ignore_errors=True)
    command = [sys.executable, "-m", "venv", *options, str(venv)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _ensurepip_installed() -> bool:
    """Install Debian's python3-venv if this process is root and has apt-get; return whether that succeeded."""
    if not system.is_root() or not shutil.which("apt-get"):
        return False
    print("Installing Debian's python3-venv ...", file=sys.stderr, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (["update"], ["install", "-y", "--no-install-recommends", "python3-venv"])
    ran = [
        subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
        for command in commands
    ]
    return ran[-1].returncode == 0


def _has_pip(python: str) -> bool:
    return subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0


def _pip(venv: Path) -> list[str]:
    """Return the command for a pip that installs into the environment: its own, or this Python's."""
    if _has_pip(_python(venv)):
        return [_python(venv), "-m", "pip"]
    if _has_pip(sys.executable):
        return [sys.executable, "-m", "pip", "--python", _python(venv)]
    raise SetupError(NO_PIP)


def _install_packages(requirements: Path, uv_itself: Path, python: str, pip: list[str]) -> None:
    """Install packages with uv, which is three times faster; with pip if uv is not available or fails."""
    pip = [*pip, "install", "-q", "--disable-pip-version-check", "--require-hashes", "-r"]
    uv = [python, "-m", "uv", "--system-certs", "pip", "install", "-q", "--python", python, "--require-hashes", "-r"]
    commands = ([*pip, str(uv_itself)], [*uv, str(requirements)])
    if all(subprocess.run(command, check=False).returncode == 0 for command in commands):
        return
    print("uv failed. Trying again with pip ...", file=sys.stderr, flush=True)
    if subprocess.run([*pip, str(requirements)], check=False).returncode:
        raise SetupError("the packages could not be installed (see above). Run the same command to try again.")


def _go_inside(arguments: Sequence[str]) -> None:
    if not _is_inside(VENV):
        system.become(_python(VENV), [_python(VENV), str(ROOT / "manage.py"), *arguments], os.environ)


def _start_from_copy(arguments: Sequence[str], python_with_packages: str) -> None:
    """Continue in a copy of the program, which an update does not change. A developer's server runs from the checkout.

    When root starts the server, it changes to another account, and copies the program for that account
    (`config.starting.privileges`).
    """
    if not system.runs_from_copy or os.environ.get("DEBUG", "").lower() in TRUE or system.is_root():
        return
    from config.starting.program_copies import make_copies

    var = Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve()
    command = [
        python_with_packages,
        "-c",
        "import sys, sysconfig; print(sys._base_executable, sysconfig.get_path('purelib'), sep='\\n')",
    ]
    python, packages = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    program, packages_copy = make_copies(ROOT, Path(packages), var)
    changes = {"VAR_DIR": str(var), "PYTHONPATH": str(packages_copy), "KIERROS_BOOTSTRAP": "off"}
    system.become(python, [python, str(program / "manage.py"), *arguments], {**os.environ, **changes})


def _run_tests(arguments: Sequence[str]) -> None:
    from tests import runner  # a development matter: a server has no tests

    sys.exit(runner.main(arguments))


def _run_django(arguments: Sequence[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line([_own_name(), *arguments])
