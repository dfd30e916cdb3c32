"""The rules that players read, in our own words, and the nouns that `help` explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parlour import Topic, joined
from parlour_password.catalogue import _

TEXT: Final = joined(
    (
        _("PASSWORD for four players in two teams, or for three"),
        _(
            """\
Guess a secret word, the password, from one-word clues. The sooner you guess
it, the more it scores."""
        ),
        _("A WORD"),
        _(
            """\
Seats 1 and 3 are one team, and seats 2 and 4 are the other. For each word, one
player of each team gives clues and the partner guesses. Both givers see the
password, and nobody else does. Seats 1 and 2 give clues for the A words, seats
3 and 4 for the B words. There are five of each: A1, B1, A2, B2 and so on to
B5. A5 and B5 score double."""
        ),
        _(
            """\
The dial starts at 10. The first giver gives one clue, and the partner guesses.
A right guess scores what the dial shows. After a wrong guess the dial goes
down by one, and the other team plays: their giver gives one clue, and the
partner can use everything that was said before. The teams go on like this in
turn. If nobody has guessed the word after the clue for 1 point, nobody scores."""
        ),
        _(
            """\
The score goes to the player who guessed the word. A team's score is the sum of
both players' scores. The higher score wins, and teams with equal scores share
the win."""
        ),
        _("WHAT TO TYPE"),
        _("When it is your turn, you are asked for one word. Type it and press Enter:"),
        _(
            """\
  fortress            your clue, if you are the giver
  castle              your guess, if you are the receiver"""
        ),
        _("Commands start with a slash:"),
        _(
            """\
  /pass               guess nothing this time
  /look               the dial, whose turn it is, the clues, and the scores
  /say hello          talk between words"""
        ),
        _(
            """\
You have one minute for a clue and half a minute for a guess. If you run out of
time, the clue is lost or the guess is wrong: the dial goes down, and the other
team plays."""
        ),
        _("CLUES"),
        _(
            """\
A clue is one word without a hyphen. Names and slang are allowed. You can
repeat a clue, build on earlier clues, or use a wrong guess as a clue. These
clues are not allowed:"""
        ),
        _(
            """\
  two words, hyphens, digits, or spelling out
  the password, or a form of it (stole for steal, mice for mouse)
  a part of it with three or more letters (monk for monkey)
  a word that contains the password (doghouse for house)
  a non-word spelled like the password (tabel for table)"""
        ),
        _(
            """\
The host refuses such a clue and tells only you why. Give another one. At a
table with clue_vote=on you can ask the other giver to allow the clue, if you
think that the host is wrong about a part, a form or a spelling:"""
        ),
        _("  /insist chemist     the other giver types agree or object"),
        _(
            """\
Capitals and punctuation after the word are your tone of voice. They don't
matter."""
        ),
        _("GUESSES"),
        _(
            """\
Guess the exact word. Capitals and accents don't matter. If your guess is a
form of the password, you are told so, and you have one chance to type the
exact word for the same points. If you don't, nobody scores for this word."""
        ),
        _(
            """\
The players can't talk while a word is in play. When it is over, everybody sees
the password. Then type next. The next word starts when everybody has, or after
15 seconds."""
        ),
        _("THREE PLAYERS"),
        _(
            """\
One player gives clues, and the other two compete for five words. The fifth
word scores double. Both receivers get each clue at the same time, and each
answers once. Answers are sealed until both are in, or until half a second
after a right one, and then shown in the order in which they came. The first
right answer scores. If both are right within that half second, both score. If
nobody is right, the dial goes down and the same giver gives another clue. The
giver scores nothing. The receiver with the higher score wins. With
rotate_giver=on you play three such games, and everybody gives in one."""
        ),
        _("IF A PLAYER LEAVES"),
        _(
            """\
The word in play is thrown out, and the table waits three minutes for a
substitute. In a game of four, the other three can go on as three players, each
with their own score, if all of them type three. The partner of the player who
left can type stop. In a game of three, any player can. Then the game ends, and
nobody wins."""
        ),
        _("CHALLENGES"),
        _(
            """\
If a clue isn't in the table's word list, it might be two words written
together. Then both opponents have five seconds to type challenge, or waive to
accept the clue. The answer is shown after that. If the clue is no name and can
be split into words of the list, the challenger is right, and otherwise the
giver. The receiver of the team that is right gets the points, and the word is
over."""
        ),
        _("TABLE OPTIONS"),
        _(
            """\
  deck=medium              words from easy, medium, hard, all three (all), or
                           any word list on the host
  starting_team=1          the team that starts: 1, 2 or random
  lead=same                that team starts every word
  giver=NAME               who gives in a game of three
  rotate_giver=on          three games of three players
  clue_seconds=0           no time limit for clues; there are guess_seconds and
                           pause_seconds too
  clue_check=challenge     two words and hyphens pass unless challenged, and
                           every clue can be challenged
  challenge_seconds=10     ten seconds to challenge
  illegal_clue=forfeit     a clue that isn't allowed is lost
  clue_vote=on             the other giver can allow a refused clue
  simultaneous_ms=1000     three players: answers within a second are at the
                           same time
  substitute_seconds=60    one minute to wait for a substitute
  tiebreak=extra_word      one more word each way if the scores are equal"""
        ),
    ),
    "\n\n",
)


TOPICS: Final = (
    Topic(
        ("password",),
        _(
            "The password is the secret word. The givers see it, and their partners try to "
            "guess it from clues of one word each."
        ),
    ),
    Topic(
        ("dial",),
        _(
            "The dial shows what the password is worth. It begins at 10 and goes down by one "
            "after each wrong guess. After the clue for 1 point nobody scores."
        ),
    ),
    Topic(
        ("giver",),
        _(
            "The giver sees the password and gives their partner one clue at a time. With three "
            "players one gives, and the other two compete."
        ),
    ),
    Topic(
        ("receiver",),
        _(
            "The receiver guesses the password from the clues. They may use everything that was "
            "said before. The exact word counts."
        ),
    ),
    Topic(
        ("team", "partner"),
        _(
            "Seats 1 and 3 are one team, seats 2 and 4 the other. A team scores what its "
            "players score."
        ),
    ),
    Topic(
        ("hint",),
        _(
            "A clue is one word without a hyphen. It must not be the password, a form of it, a "
            "part of it with three letters or more, or a word that contains it."
        ),
    ),
    Topic(
        ("form",),
        _(
            "A form of a word is the same word with another ending or another tense: stole for "
            "steal, mice for mouse. If you guess a form of the password you have one chance to "
            "say it exactly."
        ),
    ),
    Topic(
        ("opponent",),
        _(
            "The opponents are the players of the other team. Where clues can be challenged, "
            "they have a few seconds to type challenge, or waive to let the clue pass."
        ),
    ),
    Topic(
        ("plea",),
        _(
            "With clue_vote=on, a giver whose clue was refused can ask the other giver to allow "
            "it: /insist WORD. The other giver types agree or object."
        ),
    ),
    Topic(
        ("substitute",),
        _(
            "If a player leaves, the table waits for somebody to take the free seat. Three who "
            "are left can type three to go on as a game of three, or stop to end it."
        ),
    ),
)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    _("Words"): ("deck", "starting_team", "lead", "tiebreak"),
    _("Clocks"): ("clue_seconds", "guess_seconds", "challenge_seconds", "pause_seconds"),
    _("Clues"): ("clue_check", "illegal_clue", "clue_vote"),
    _("Three"): ("giver", "rotate_giver", "simultaneous_ms"),
    _("Leaving"): ("substitute_seconds",),
}
