"""Features: what a host has beside its tables, a folder each (docs/architecture.md).

Each folder has the same files, as far as it needs them: `state` (what it keeps, with its rows),
`commands`, `messages`, and `hears` (what it does when something has happened). The folder itself
declares the feature, and `parlour.catalogue` lists all of them. No feature imports another one.
"""
