"""Those who come: their names and accounts, who is barred, and how much each may ask for."""
