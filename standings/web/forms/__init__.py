"""Forms of the pages of standings."""
