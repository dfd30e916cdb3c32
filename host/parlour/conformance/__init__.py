"""Checks whether hosts and clients speak the protocol: `parlour check-host`, `check-client`.

fitting       objects and lines against the schema
conversation  one connection against the schema, line by line
guest         a connection that says what was wrong, and when
checks        what a host must do, one rule of the protocol each
moves         a move by somebody who knows no rules
playing       whole games, with cuts and stale moves

stage         a scripted host for one client
acts          what it does to that client, one rule of the protocol each
made          objects from the schema; `offered`: what answers a prompt
process       clients under test: a command line, or somebody who starts one

The schema is checked by `jsonschema`, which the extra `parlour[conformance]` installs.
"""
