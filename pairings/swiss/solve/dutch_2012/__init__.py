"""How the Dutch system of 2012 finds a round: bracket by bracket, going back where one cannot be paired."""
