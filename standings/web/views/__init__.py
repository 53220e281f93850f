"""Pages of the standings. All but that of the rules read and never write."""
