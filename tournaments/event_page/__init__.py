"""The event page: logo, colour, description, links and sponsors, and the picture that a shared link shows."""
