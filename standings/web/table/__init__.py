"""The standings table: its rules, the rounds that count, its columns, its pages and its files."""
