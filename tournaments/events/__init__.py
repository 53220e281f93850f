"""Events: several tournaments, their sections, under one name."""
