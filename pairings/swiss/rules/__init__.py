"""The rules of the round: options, editions, criteria, colours and the facts about each player."""
