"""Accounts, staff, passes, tokens, and programs that ask for a token."""
