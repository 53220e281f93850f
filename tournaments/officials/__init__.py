"""What arbiters do and file: FIDE mode, deductions, penalties, the protocol, certificates."""
