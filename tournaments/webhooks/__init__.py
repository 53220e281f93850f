"""Programs and phones that receive events."""
