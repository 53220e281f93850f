"""What the Dutch system promises of a round stands with what other Swiss systems promise alike."""

from pairings.swiss.promises import find_violations

__all__ = ["find_violations"]
