"""The processes of a server, and what they do beside answering requests."""
