"""Run a calculating process, as `Reckoner` starts it."""

from tournaments.long_tasks.worker import main

main()
