"""The OpenAPI document besides its operations: the guide, texts and examples."""
