"""Faults of what stands around the servers, with the real programs. Each is a script, which prints what it found.

The first two need the client of `clients/python` on the PYTHONPATH.

python -m tests.faults.pooler           PgBouncer between two servers and PostgreSQL; by hand
python -m tests.faults.second_place     the stick is pulled out, the computer dies; every night
python -m tests.faults.standby          a server for reading only at a standby, which is promoted
"""
