"""Erasing a person's personal data: where it is, what it becomes, and what keeps it from coming back."""
