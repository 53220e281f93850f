"""The rules of the round: options, editions, criteria, colours, what each player brings."""
