"""Who is ahead: rule sets, tie-breaks, tables, and what every number is made of. The core is pure Python."""
