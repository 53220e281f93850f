"""Rounds: paired, published, closed, reopened."""
