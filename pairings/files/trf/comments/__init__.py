"""What the comments of a report file (`###`) say in Kierros' own words, which no record has."""
