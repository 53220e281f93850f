"""The printed documents of an event: sheets of a round, of a tournament and of its end.

`catalogue` lists all documents. `paper` lays them out; this package has their content.
"""
