"""Report files from bytes to records."""
