"""Programs and telephones that get what happens."""
