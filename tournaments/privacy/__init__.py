"""Erase a person's personal data: where it is stored, what replaces it, and how it is kept from coming back."""
