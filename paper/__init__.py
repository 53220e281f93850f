"""Documents on paper: what is on their sheets goes in, a PDF comes out.

`sheets` says what there can be on a sheet, `press` prints it. The looks are in `typ/`, in the language of Typst.
Nothing here knows Django, a clock or a network, so the same document has the same bytes wherever it is printed.
"""
