"""Pages for the owner of the server: its tournaments, backups and deliveries, and the facts of the installation."""
