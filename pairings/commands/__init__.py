"""The commands of `python -m pairings`, a module each: `add_arguments(parser)` and `run(arguments) -> exit status`."""


class CommandError(Exception):
    """Something is wrong with the arguments or a file; the text is the one line that the user sees."""
