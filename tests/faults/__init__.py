"""Faults of the servers and of the programs around them, with the real programs. Each script prints its figures.

Eight writers enter results over HTTP and repeat each request that got no answer; readers look at pages. At the end
each confirmed result is there exactly once, and no page has shown a traceback.

python -m tests.faults                  all that need nothing else, every night:
    killed                              a worker, PostgreSQL and the server, killed and restarted
    failover                            the primary killed, the standby promoted, two hosts in DATABASE_URL
    read_only                           the database closed to writers, and opened again
    full_disk                           no room for the data (only root may mount a small disk)
    clock                               the clock set back by an hour (needs Linux and a C compiler)
    together                            two servers started at once
    backups                             each automatic backup restored
    update                              an update, and its way back
python -m tests.faults.standby          a server for reading only at a standby, which is promoted; every night
python -m tests.faults.second_place     the stick is pulled out, the computer dies; every night
python -m tests.faults.pooler           PgBouncer between two servers and PostgreSQL; by hand

The last two need the client of `clients/python` on the PYTHONPATH.
"""
