"""The rules as players read them (`rules boggle`), in our own words."""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
BOGGLE for one to twenty players

Sixteen letter cubes lie on a grid. Find as many words on it as you can before
time is up. Only words that nobody else has found score. The highest score
wins.

A ROUND

The cubes are shaken, everybody sees the same board at the same moment, and
the clock starts: three minutes. Type words as you find them, several to a
line if you like, and press Enter:

  house
  seat tea ate

Every line that does not begin with a slash is words now. For anything else
type a slash:

  /look               the board, your list, and the time left
  /take back tea      take a word off your list
  /say hello          talk

The slash of take back may be left out if the words stand on your list.
Accents and capitals do not matter. Your list is yours alone until time
is up: nobody learns what is on it, how long it is, or when you wrote.

WHAT IS A WORD

A word has three letters or more. Spell it from cube to cube, each next to the
one before: sideways, up, down or diagonally, in any direction. No cube may be
skipped, and none is used twice in a word. The cube Qu counts as two letters,
and neither of them can be used alone.

Any word of the table's word list counts, in all its forms; a word inside a
longer one counts too, and a plural beside its singular. A word that stands on
the board in two places, or has two meanings, counts once.

READING OUT

When time is up all lists are read out. A word that two or more players have
is crossed off all their lists. What is left scores by its letters:

  letters   3  4  5  6  7  8 or more
  points    1  1  2  3  5  11

What is too short, not on the board or not a word scores nothing and costs
nothing. What reaches the host after time does not exist. Then you read the
best words that nobody found, and what the board held. After the round

  path house          shows where a word stands on the board

THE WINNER

The highest score of one round or, with target=50, 100 or as you like, of as
many rounds as it takes somebody to reach that. Equal scores share the win.
Between two rounds type next when you are ready; the next round begins when
all are, or after a minute. Who leaves in a round is not ranked, but his list
is read out and crosses off. Who sits down in the middle of a match looks on
until the next round begins, and starts with no points.

THE CHALLENGE GAME (challenge=on)

Before each round one cube is exchanged for the challenge cube. It shows I, K,
L, M, Qu or U, and stands in brackets on the board. Each word made with it
brings 5 points more, and words score otherwise:

  letters   3  4  5  6  7  8 or more
  points    1  2  3  4  5  6

A word that can be made with the challenge cube and without has it.

TABLE OPTIONS

dice=1976 and 1987 are the cubes of those years, fr the French ones; 5x5 and
5x5_later are boards of 25 cubes, on which words have four letters or more.
verdicts=immediate tells you at once whether your own word is good.
illegal_penalty takes points off for words that are none. challenge_path=every
gives the bonus only to words that cannot do without the challenge cube.
min_words shakes again for a richer board. seconds=0 plays without a clock,
until all type /next. max_rounds ends a match that takes too long.
tiebreak=long_words breaks equal scores by the number of the longest words.
leaver_list=dropped forgets the list of a player who leaves.

lag_credit is for slow lines: at the end a word may be late by the time that a
signal takes to its player and back, as the host has measured it, up to so
many milliseconds. The lists are read out as much later, for all alike.
"""
