"""The server: the processes, the event loop in front of Django, pages from memory, streams."""
