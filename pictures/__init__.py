"""Pictures of a tournament as SVG text. Pure: no framework, no clock, exact numbers. The caller supplies the texts."""
