"""Matchings of graphs whose rows are sets of neighbours, as bits of an `int`: many vertices, few different weights."""
