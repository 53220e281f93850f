"""The commands of `python -m standings`, one module each."""
