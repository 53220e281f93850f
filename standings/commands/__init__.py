"""Commands of `python -m standings`, a module each."""
