"""Fuzzing of the API: schemathesis generates thousands of requests from the OpenAPI document."""
