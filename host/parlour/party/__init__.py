"""A party: several tables, several rounds, one standing. Pure, like the engine.

record     the entries: everything that can happen to a party
value      a party as a value
folding    `fold(party, entry)`, its only transition
standings  totals, ranks and the final result
seating    who sits where in the next round; progressive (the sheet)
pairing    the same for round_robin and swiss
"""
