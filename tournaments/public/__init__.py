"""What everybody sees: pages without an account, cards, streams, the manual."""
