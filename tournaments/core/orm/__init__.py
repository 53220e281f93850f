"""Contain all code that uses private or undocumented parts of Django.

Each module names these parts, what they save, and the test that compares its results with Django's own. All of it is
reviewed with every version of Django: docs/decisions/0056-orm.md.

- `columns`: a model's columns, table and manager. Django documents them under names with an underscore.
- `fast_reading`: rows made from a result without signals, queries compiled once, `__in` with one array.
- `copying`: many new rows by COPY.
"""
