"""Command lines of commands with a module each: only the needed modules are imported.

A module has `add_arguments(parser)` and `run(arguments) -> exit status`. Broken arguments and files are one line on
stderr and exit status 2.

Imports take most of the time of a short command, so this avoids `pathlib` and, except for help, `shutil`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from io import FileIO, TextIOWrapper
from typing import NoReturn

from pairings import __version__


class CommandError(Exception):
    """An error in the arguments or a file; the text is the one line that the user sees."""


def _narrow(prog: str) -> argparse.HelpFormatter:
    """Return the formatter of each parser, of a fixed width; the width of the window matters only for help."""
    return argparse.HelpFormatter(prog, width=78)


class _Parser(argparse.ArgumentParser):
    def format_help(self) -> str:
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def run(
    package: str, description: str, commands: Sequence[tuple[str, str, str]], arguments: Sequence[str] | None
) -> int:
    """Run the command that the arguments name (those of the process if None), and return its exit status.

    `commands` are names, the module of each, and their descriptions, in the order of the help text.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _Parser(prog=_program(package), description=description, formatter_class=_narrow)
    parser.add_argument("--version", action="version", version=f"kierros-{package} {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    selected = [each for each in commands if words and each[0] == words[0]]
    for name, module, help_text in selected or commands:
        subparser = subparsers.add_parser(name, help=help_text, description=help_text, formatter_class=_narrow)
        if selected:
            loaded = importlib.import_module(module)
            loaded.add_arguments(subparser)
            subparser.set_defaults(run=loaded.run, program=subparser.prog)
    parsed = parser.parse_args(words)
    try:
        return int(parsed.run(parsed))
    except CommandError as error:
        print(f"{parsed.program}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def _program(package: str) -> str:
    """Return the name by which the command was called: installed, or as a module."""
    installed = f"kierros-{package}"
    file = sys.argv[0].replace("\\", "/").rpartition("/")[2]
    return installed if file.partition(".")[0] == installed else f"python -m {package}"


def bytes_of(path: str) -> bytes:
    """Return the content of a file; `-` is standard input. Raises CommandError."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        with FileIO(path) as file:
            return file.readall()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error


def print_any_name() -> None:
    """Make names printable in any locale: missing letters are written by their codes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
