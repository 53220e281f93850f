"""Self-service of players on their phones: sign up, report results, call an organiser."""
