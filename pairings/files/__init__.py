"""Files with tournaments: report files, game files, Go results and Kierros' own documents."""
