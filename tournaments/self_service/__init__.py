"""What players do with their own telephone: sign up, report results, call an organiser."""
