"""The English message of every reason and violation, a module a system; `pairings.wording.sentences` fills them."""
