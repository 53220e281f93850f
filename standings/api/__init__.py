"""Standings for programs."""
