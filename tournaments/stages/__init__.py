"""Handle the stages of a tournament: their seats, knock-outs, brackets."""
