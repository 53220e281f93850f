"""The REST API: reads for everybody, the same verbs as the pages for programs with a token."""
