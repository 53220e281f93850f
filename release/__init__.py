"""Building a release: the application, the engines by themselves, and an archive of the source.

.venv/bin/python -m release FOLDER
"""
