"""The derivation of a number, and the sentences about it. Pure Python."""
