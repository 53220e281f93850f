"""Show the event page: logo, colour, description, links and sponsors, and the picture for shared links."""
