"""Checks of the pinned packages. They need the network."""
