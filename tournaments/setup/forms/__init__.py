"""Define the forms for new tournaments and for settings."""
