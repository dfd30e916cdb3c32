"""Tables: what happens at them, which viewer hears it, and when."""
