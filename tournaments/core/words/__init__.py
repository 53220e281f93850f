"""Provide words and names: results in notation, valid names, and names and messages inside sentences."""
