"""What people and programs see of it: pages, forms and the API."""
