"""Programs and telephones that are told what happens."""
