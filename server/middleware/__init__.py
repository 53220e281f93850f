"""What stands between a request and its view, and what answers where there is no view."""
