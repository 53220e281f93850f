"""Stages of a tournament: their seats, knock-outs, brackets."""
