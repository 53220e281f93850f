"""How something is written: the act, its verbs, its refusals, and what older entries call their columns."""
