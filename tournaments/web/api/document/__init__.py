"""What the OpenAPI document says beside its operations: the guide, texts and examples."""
