"""Checks of the pinned packages, which ask the network."""
