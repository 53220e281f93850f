"""The middleware between a request and its view, and answers without a view."""
