"""Saying why: reasons, refusals, what if."""
