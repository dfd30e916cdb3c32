"""Checks whether hosts and clients speak the protocol: `parlour check-host`, `check-client`.

fitting       objects and lines against the schema
conversation  one connection against the schema, line by line
guest         a connection that says what was wrong, and when
checks        what a host must do, one rule of the protocol each
moves         a move by somebody who knows no rules, and whether a prompt offers it
playing       whole games, with cuts and stale moves

client        clients under test: a command line, or somebody who starts one
answering     what a scripted host answers to that client
made          objects from the schema
stage         what a script can make this host do
acts          the scripts, one rule of the protocol each

The schema is checked by `jsonschema`, which the extra `parlour[conformance]` installs.
"""
