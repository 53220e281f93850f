"""Printed documents: the content of the sheets goes in, a PDF comes out.

`sheets` defines the content of sheets, and `press` prints it. The layouts are in `typ/`, in the Typst language.
No module uses Django, a clock or a network, so the same document has the same bytes on every machine.
"""
