"""Numbers, amounts and times as each language writes them."""
