"""Everything that uses Django's private or undocumented parts."""
