"""What arbiters do and file: FIDE mode, deductions, the protocol, certificates."""
