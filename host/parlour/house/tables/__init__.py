"""What happens at a table, who hears of it, and when."""
