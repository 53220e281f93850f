from django.apps import AppConfig


class PairingsConfig(AppConfig):
    """Makes the messages of the engines part of the translations; there are no models."""

    name = "pairings"
