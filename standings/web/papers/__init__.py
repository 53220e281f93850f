"""What an event prints: sheets of a round, of a tournament and of its end, from what pages show.

`catalogue` names all documents. `paper` lays them out; here is their content.
"""
