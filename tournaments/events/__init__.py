"""Handle events: several tournaments, their sections, under one name."""
