"""Series of tournaments: what their organisers can do with them."""
