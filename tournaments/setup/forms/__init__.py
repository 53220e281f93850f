"""The forms for creating a tournament and for its settings."""
