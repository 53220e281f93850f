"""Files that hold tournaments: report files, game files, Go results and the documents of Kierros itself."""
