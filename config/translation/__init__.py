"""The languages of the program: which there are, where each message belongs, and how catalogues are made and read."""
