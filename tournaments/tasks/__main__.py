"""A reckoner, as `Reckoner` starts it."""

from tournaments.tasks.reckoner import main

main()
