"""The search of the Dutch system of 2012: bracket by bracket, going back if one cannot be paired."""
