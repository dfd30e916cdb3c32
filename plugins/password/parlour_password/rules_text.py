"""The rules as players read them (`rules password`), in our own words."""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
PASSWORD for four players in two teams, or for three

Find a secret word, the password, from clues of one word each. The sooner it
is found, the more it is worth.

A WORD

Seats 1 and 3 are one team, seats 2 and 4 the other. In every word one player
of each team gives clues and his partner looks for the password. Both givers
see it, nobody else does. For the A words seats 1 and 2 give, for the B words
seats 3 and 4. There are five of each: A1, B1, A2, B2 and so on to B5. A5 and
B5 count double.

The dial begins at 10. The first giver gives his partner one clue, and the
partner guesses. If he finds the password he scores what the dial shows. If
not, the dial goes down by one and it is the other team's turn: their giver
gives one clue to his partner, who may use everything that was said before.
So it goes on, in turn. After the clue for 1 point nobody scores.

The points are written for the player who found the word. A team's score is
that of both its players; the higher one wins, and equal scores share the win.

WHAT TO TYPE

When it is your turn you are asked. Type the one word, and press Enter:

  fortress            as a giver, your clue
  castle              as a receiver, your guess

For anything else type a slash:

  /pass               guess nothing this time
  /look               the dial, whose turn it is, the clues so far, the points
  /say hello          talk, when no word is in play

You have one minute for a clue and half a minute for a guess. A clue that does
not come in time is lost, and no guess is a wrong guess: the dial goes down,
and the other team plays.

CLUES

A clue is one word without a hyphen. Names are allowed, and so is slang; a
clue may be given again, by anybody, and may lean on clues before it. A wrong
guess may be used as a clue. Not allowed are

  two words, hyphens, digits, and spelling out
  the password, or a form of it: stole for steal, mice for mouse
  a part of it with three letters or more: monk for monkey
  a word that contains the password
  what is no word and only spells the password: tabel for table

The host refuses such a clue and tells you why, and you alone; give another.
At a table with clue_vote=on the other giver can allow it, if you think that
the host is wrong about a part, a form or a spelling:

  /insist chemist     he is asked, and types agree or object

Capitals and closing marks are your tone of voice, and are not judged.

GUESSES

The exact word counts, whatever its capitals and accents. If your guess is a
form of the password you are told so, and have one chance to say the exact
word for the same points. If you do not, nobody scores for that word.

While a word is in play the players do not talk. When it is over everybody
sees it. Then type next; the next word begins when all have done so, or after
a quarter of a minute.

THREE PLAYERS

One gives, two compete for five words, the fifth of which counts double. Both
receivers get each clue at the same time and answer it once. Answers are kept
under seal until both are in; then they are shown in the order in which they
came. The first right answer scores. If the second comes within half a second
of it, both score. After a wrong round the dial goes down and the same giver
gives again. The giver scores nothing; the better receiver wins. With
rotate_giver=on three such games are played, and everybody gives in one.

IF SOMEBODY LEAVES

The word in play is thrown out, and the table waits three minutes for a
substitute. Four players of whom one has left may go on as three, each alone
and with his own points, if all of them type three. The partner of the player
who has left may type stop, and with three players anybody may: then the game
ends and nobody wins.

TABLE OPTIONS

deck=easy, medium, hard or all is where the words come from, or a word list of
the host. starting_team is 1, 2 or random; lead=same lets that team begin
every word. giver names the giver of the game of three. clue_seconds,
guess_seconds and pause_seconds are the clocks, 0 for none.

A clue that the table's word list lacks can be challenged as two words written
together. Both opponents have challenge_seconds to type challenge, or waive if
they let the clue stand; the answer is shown after that. If the clue is not in
the list and can be split into two of its words, the challenger is right, and
otherwise the giver. The receiver of that team gets the points, and the word is
over. With clue_check=challenge the host lets two words and hyphens pass, and
every clue can be challenged.

illegal_clue=forfeit: a clue that is not allowed is lost. clue_vote=on: the
other giver may be asked. simultaneous_ms is what counts as the same time with
three players, substitute_seconds how long a substitute is waited for.
tiebreak=extra_word plays one more word each way if the scores are equal.
"""
