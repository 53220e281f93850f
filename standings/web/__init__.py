"""The web edge: standings of stored tournaments as pages and API. It only reads, except for changes through
services.
"""
