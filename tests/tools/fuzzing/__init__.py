"""Requests made from the OpenAPI document, thousands of them, by schemathesis."""
