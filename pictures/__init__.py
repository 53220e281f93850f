"""Pictures of a tournament as SVG text. Pure: no framework, no clock, exact numbers; words come from the caller."""
