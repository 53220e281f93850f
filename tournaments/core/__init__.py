"""What every feature stands on: rows as a snapshot, the journal, rights, words, games."""
