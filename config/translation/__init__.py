"""The languages of the program: their list, the areas of messages, and making and reading catalogues."""
