"""Functions that differ between operating systems are used in one package only."""

import ast
from pathlib import Path

import pytest

from config.starting.program_copies import PROGRAM_PARTS
from tests.serving import ROOT

PACKAGE = "operating_system"
#: Modules of one operating system, and modules whose use differs between systems.
MODULES = {
    "_winapi", "crypt", "ctypes", "fcntl", "grp", "msvcrt", "nis", "pty", "pwd", "resource", "signal", "spwd", "syslog",
    "termios", "tty", "uvloop", "winloop", "winreg", "winsound",
}  # fmt: skip
#: Names in modules that exist everywhere, but not the names.
NAMES = {
    "os": {
        "chown", "chroot", "execl", "execle", "execv", "execve", "execvp", "fchmod", "fchown", "fork", "forkpty",
        "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getsid",
        "getuid", "kill", "killpg", "lchown", "link", "mkfifo", "mknod", "name", "nice", "openpty", "pipe",
        "posix_spawn", "rename", "sched_getaffinity", "set_inheritable", "setegid", "seteuid", "setgid", "setgroups",
        "setpgid", "setpriority", "setsid", "setuid", "statvfs", "symlink", "sysconf", "umask", "uname", "wait",
        "waitpid", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "X_OK",
    },
    "sys": {"platform", "getwindowsversion", "winver"},
    "socket": {"AF_UNIX", "AF_NETLINK", "AF_PACKET", "SO_REUSEPORT", "socketpair", "fromfd"},
    "platform": {"system", "uname"},
}  # fmt: skip
#: Methods that differ: a rename replaces or fails, and a named file can or cannot be opened twice.
METHODS = {"rename", "NamedTemporaryFile", "add_signal_handler", "hardlink_to", "symlink_to"}
#: Arguments of `subprocess`.
ARGUMENTS = {
    "preexec_fn",
    "pass_fds",
    "start_new_session",
    "process_group",
    "creationflags",
    "startupinfo",
    "extra_groups",
}
#: The exceptions, with reasons.
EXCEPT = {
    ("config/embedded/binaries.py", "os.X_OK"): "Windows has it and answers yes",
    ("config/starting/privileges.py", "os.set_inheritable"): "only where root steps down",
    ("config/starting/program_copies.py", "os.link"): "only where a server runs from a copy",
}


def program():
    """Yield every Python file that is shipped, except those of the package itself."""
    for part in (*PROGRAM_PARTS, "clients"):
        files = [ROOT / part] if part.endswith(".py") else sorted((ROOT / part).rglob("*.py"))
        yield from (file for file in files if file.suffix == ".py" and PACKAGE not in file.parts)


def uses(tree):
    """Yield the names in a file that are in the lists above."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.partition(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                known = NAMES.get(module, set()) | METHODS
                whole = module.partition(".")[0] in MODULES
                yield from (f"{module}.{each.name}" for each in names if whole or each.name in known)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NAMES.get(module, ()):
                yield f"{module}.{name}"
            case ast.Attribute(attr=name) if name in METHODS:
                yield f".{name}"
            case ast.Call(keywords=keywords):
                yield from (f"{each.arg}=" for each in keywords if each.arg in ARGUMENTS)


@pytest.mark.rotates(8)
@pytest.mark.slow("reads the whole program")
def test_system_specific_functions_are_used_in_one_package_only():
    found = {
        (file.relative_to(ROOT).as_posix(), use) for file in program() for use in uses(ast.parse(file.read_text()))
    }
    assert found - set(EXCEPT) == set()
    assert set(EXCEPT) - found == set()


@pytest.mark.parametrize(
    "line",
    [
        "import fcntl", "from pwd import getpwall", "import uvloop", "import signal", "os.geteuid()", "sys.platform",
        "from os import fork", "socket.AF_UNIX", "part.rename(path)", "subprocess.run(c, pass_fds=[1])",
        "from tempfile import NamedTemporaryFile", "loop.add_signal_handler(15, end)",
    ],
)  # fmt: skip
def test_check_finds_system_specific_functions(line):
    assert list(uses(ast.parse(line)))


def test_whole_program_is_checked():
    assert {path.relative_to(ROOT).parts[0] for path in program()} >= {"config", "server", "tournaments", "manage.py"}
    assert Path(ROOT / PACKAGE).is_dir()
