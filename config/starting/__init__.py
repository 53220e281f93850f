"""The checks and preparations of `manage.py start` before it serves."""
