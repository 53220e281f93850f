"""The English message of every reason and violation, a module a system; `pairings.sentences` fills them."""
