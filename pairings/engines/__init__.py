"""One engine a pairing system. Engines do not import each other."""
