"""The comments of a report file (`###`) in Kierros' own words, for data that no record has."""
