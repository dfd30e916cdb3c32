"""The page that plays every game, and the door that serves it. Pure: no sockets, no clock."""
