"""The engine: tables and matches as values, and the record they are folded from.

    record.py    the entries: everything that can happen to a table
    options.py   the options of a table: typed, checked, explained
    match.py     one game being played
    table.py     a table: seats, host, proposals, the match; `fold` is the one transition
    table_events.py what an entry led to, before anybody has been told

Pure: no clock, no chance but what an entry brings, no words for players.
"""
