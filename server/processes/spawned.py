"""The first step of each server process.

A spawned process imports this module to find its task. Other modules need Django, which is set up here.
"""

from __future__ import annotations

from importlib import import_module

import django


def run(module: str, function: str, *arguments: object) -> None:
    """Set Django up, then call a function of a module."""
    django.setup()
    getattr(import_module(module), function)(*arguments)
