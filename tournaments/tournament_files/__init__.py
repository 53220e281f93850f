"""Tournament files: a whole tournament as JSON, out and in."""
