"""FIDE report files and files of Go results: import and export."""
