"""Tournament files: a whole tournament as JSON, exported and imported."""
