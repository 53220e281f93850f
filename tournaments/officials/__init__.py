"""Support the arbiter's work: FIDE mode, deductions, penalties, the arbiter's log, certificates."""
