"""Explanations of pairings: reasons, refusals and what-if questions."""
