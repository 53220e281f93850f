"""The web interface for people and programs: pages, forms and the API."""
