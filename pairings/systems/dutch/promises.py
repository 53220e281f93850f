"""What the Dutch system promises of a round stands with what other Swiss systems promise alike."""

from pairings.swiss.promises import broken

__all__ = ["broken"]
