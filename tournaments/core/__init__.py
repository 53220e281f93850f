"""The basis of every feature: rows as a snapshot, the journal, rights, words, games."""
