"""Pages for the owner of the server: its tournaments, backups and deliveries, and what runs where."""
