"""What each pairing system promises beyond the general rules, for the judge: a module a system, no engine code."""
