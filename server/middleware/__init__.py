"""The middleware between a request and its view, and the answers without a view."""
