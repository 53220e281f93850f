"""The derivation of a number, and the sentences that explain it. Pure Python."""
