"""Parties: several tables, several rounds, one standing."""
