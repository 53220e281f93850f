"""Public pages, which need no account: cards, streams, the manual."""
