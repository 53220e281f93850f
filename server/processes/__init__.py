"""The processes of a server, and their tasks besides answering requests."""
