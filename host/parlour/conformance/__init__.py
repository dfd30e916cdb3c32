"""Checks whether a host speaks the protocol: what `parlour check-host` runs.

fitting       objects and lines against the schema
conversation  one connection against the schema, line by line
guest         a connection that says what was wrong, and when
checks        what a host must do, one rule of the protocol each
moves         a move by somebody who knows no rules
playing       whole games, with cuts and stale moves

The schema is checked by `jsonschema`, which the extra `parlour[conformance]` installs.
"""
