"""What everything in the house shares: connections, the one exit, timers, limits, rows to keep."""
