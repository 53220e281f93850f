"""Series of tournaments: what their organisers do with them."""
