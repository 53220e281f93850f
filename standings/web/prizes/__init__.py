"""Prize funds: the prizes and their winners."""
