"""The engine: tables and matches as values, and the records that rebuild them.

    record.py    the entries: everything that can happen to a table
    options.py   the options of a table: typed, checked, explained
    match.py     one game being played
    table.py     a table: seats, host, proposals, the match; `fold` applies an entry
    table_events.py the results of an entry, before the house tells anybody

Pure: no clock, no randomness except what an entry brings, no text for players.
"""
