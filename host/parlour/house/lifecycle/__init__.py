"""Tables opened, joined, left, suspended and closed, and what a restart restores."""
