"""Manage accounts, staff, passes, tokens, and programs that request a token."""
