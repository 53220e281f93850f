"""The server: processes, the event loop in front of Django, cached pages, and streams."""
