"""Fault injection with the real programs: servers, PostgreSQL and disks fail in mid-round. Each script prints figures.

Eight writers enter results over HTTP and repeat each request without an answer, while readers open pages. At the end,
every confirmed result is stored exactly once, and no page has shown a traceback.

python -m tests.faults                  all scripts without further requirements, every night:
    killed                              a worker, PostgreSQL and the server are killed and restarted
    failover                            the primary is killed, the standby promoted, two hosts in DATABASE_URL
    read_only                           the database becomes read-only, then writable again
    full_disk                           the data disk is full (only root can mount a small disk)
    clock                               the clock is set back by an hour (needs Linux and a C compiler)
    together                            two servers start at once
    backups                             each automatic backup is restored
    update                              an update, and a rollback
python -m tests.faults.standby          a read-only server at a standby, which is promoted; every night
python -m tests.faults.second_place     the backup stick is unplugged, the computer dies; every night
python -m tests.faults.pooler           PgBouncer between two servers and PostgreSQL; run manually

The last two need the client of `clients/python` on the PYTHONPATH.
"""
