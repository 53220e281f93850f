"""The rules of the standings: rule sets, tie-break lists, and what the organiser decides by hand."""
