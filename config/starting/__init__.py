"""What `manage.py start` looks at and prepares before it serves."""
