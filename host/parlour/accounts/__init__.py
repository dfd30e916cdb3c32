"""People on the host: their names and accounts, bans, and how much each may ask for."""
