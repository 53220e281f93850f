"""The promises of the Dutch system, defined with those of other Swiss systems."""

from pairings.swiss.promises import find_violations

__all__ = ["find_violations"]
