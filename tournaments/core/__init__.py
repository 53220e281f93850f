"""What every feature builds on: rows as a snapshot, the journal, rights, words, games."""
