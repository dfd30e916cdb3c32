"""The rules as players read them (`rules probe`), in our own words."""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
PROBE for three to six players

Everybody hides a word. You uncover the words of the others letter by letter,
and score for every card you turn up. The highest score wins.

HIDING A WORD

Your rack has twelve spaces. A card on a space is worth

  space   1  2  3  4  5  6  7  8  9 10 11 12
  value   5 10 15 15 10  5  5 10 15 15 10  5

Take one word of at most twelve letters: any kind of word in any form, but no
name, no abbreviation, and nothing with an apostrophe or a hyphen. You may put
blank cards before it, behind it, or both, never inside; a deck has five of
them. Word and blanks together are at most twelve cards. They lie face down
from space 1 on without a gap. A deck holds each letter two to five times.

  hide ..LANTERN.     two blanks, LANTERN, one blank
  hide 2 lantern 1    the same
  hide lantern        no blanks

Accents are dropped. If the word list does not have your word you are told.
Hide it again and it is taken, but it costs you 100 points when all of it is
seen. The others learn how many cards you laid, and nothing else. If you are
too slow the referee lays a common word for you, or the word you were told of.

A TURN

A turn begins with an activity card, which is obeyed at once. Then you ask one
opponent for one letter, or for a blank.

  ask bob e           has Bob an E face down?
  ask bob .           has Bob a blank face down?

If he has such a card face down he turns up one, and only one; if he has more
of them he chooses which. You get what its space is worth, and ask again:
whomever you like, whatever you like. The first No ends your turn, and the
player at your left (the next seat) goes on.

Turning up the last hidden card of a word pays 50 more. Asking for a blank
that is not there costs 50. You cannot pass. If your time runs out your turn
ends. Nobody keeps a list of what was asked: remember it. At a table with
notes=on players may write it down.

SHOWING A CARD

When you are asked for a card that you hide, you are told where it lies:

  show 5              turn up your card at space 5

You are asked even if only one card will do, so that nobody learns whether you
had a choice. If you are silent too long the referee shows the matching card
that is worth most.

ACTIVITY CARDS

Normal turn: nothing special. Additional turn: after your first No you draw
another card and go on. Opponent at left, opponent at right: the next, or the
previous, player turns up a card he chooses, and you get its value. Show a
blank if you have one: nobody is paid. Three, four or five times: your first
question after it counts that often. Add or lose points: booked at once. A
card that cannot be obeyed is void.

GUESSING A WORD

At any time, in anybody's turn, you may name the whole word of a player who
has five or more cards face down. Name every card of his rack, also the blanks
and what is face up already:

  guess bob ..TREASURER.
  guess bob 2 treasurer 1

If all is right, all his cards are turned up, and you get what the hidden ones
are worth and 100 more. If anything is wrong you lose 50. Your own turn goes on
either way. With fewer than five cards hidden there is no reply, and it costs
nothing. While somebody chooses a card to show, a guess waits until it is up.

THE END

The game is over when all cards are face up. When only one player hides cards,
each of the others has two more turns after the present one. What is still
hidden then is turned up: its owner gets its value and 50 for keeping the word,
or 100 if five or more cards are left.

Scores may fall below zero. Equal highest scores share the win. Players who
leave are not ranked; the referee answers for their racks, and their turns are
skipped. If they have hidden no word, nobody is told which one the referee
lays. With one player left the game stops.

TABLE OPTIONS

All of this is the English game of 1964. Clocks, decks, the check of words and
some points on which the old sheets are silent are options of the table.
"""
