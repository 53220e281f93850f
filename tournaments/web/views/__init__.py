"""Pages. A view checks the right, reads the form, calls one service and shows what came of it."""
