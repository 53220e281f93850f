"""What a number is made of, and the sentences that say so. Pure Python."""
