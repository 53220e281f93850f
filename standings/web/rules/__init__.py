"""The rules of the standings: rule sets, tie-break lists, and the organiser's manual decisions."""
