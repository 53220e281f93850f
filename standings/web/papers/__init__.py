"""The printed documents of an event: sheets of a round, of a tournament and of its end.

`catalogue` names all documents. `paper` lays them out; here is their content.
"""
