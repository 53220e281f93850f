"""Teams: members, line-ups, boards, matches."""
