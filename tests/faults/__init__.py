"""Faults of what stands around the servers, with the real programs. Each is a script to run by hand.

python -m tests.faults.pooler       PgBouncer between two servers and PostgreSQL
"""
