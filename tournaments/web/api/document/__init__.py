"""Parts of the API documentation that do not follow from views: the guide, descriptions and examples."""
