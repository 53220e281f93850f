"""What happened: tournaments, players, rounds and results. The only package that writes to the database."""
