"""Forms: what people type, checked and named. Nothing here writes."""
