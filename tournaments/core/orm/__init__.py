"""Everything that uses Django's private or undocumented parts.

Each module says which parts, what they save, and which test compares its answer with Django's own. All of it is looked
at again with every version of Django: docs/decisions/0056-orm.md.

- `columns`: a model's columns, table and manager. Django documents them under names with an underscore.
- `fast_reading`: rows made from an answer without signals, queries compiled once, `__in` with one array.
- `copying`: many new rows by COPY.
"""
