"""The search for the round: brackets and their pairing, matchings and their proofs."""
