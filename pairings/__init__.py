"""Who meets whom next: frozen input, engines, frozen output and an independent judge. Pure Python."""
