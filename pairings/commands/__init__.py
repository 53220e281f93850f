"""The commands of `python -m pairings`, a module each: `add_arguments(parser)` and `run(arguments) -> exit status`."""
