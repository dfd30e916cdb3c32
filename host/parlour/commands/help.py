"""Help: what can be typed now, then everything else by groups; and about one word.

It fits on one screen. What comes first depends on the moment: before a name is given, in the
lobby, at a table before the game, when something is asked, while others play, when it is over.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from parlour.api import AnyGame, Lexicon, OptionValue, Seat, Verb
from parlour.commands import admission, paging, play
from parlour.commands.call import OPERATOR, Call, Command, Moment, Reply, Topic, Where, says
from parlour.commands.unknown import ANYWHERE, AT_A_TABLE
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine.options import HOST_OPTIONS, TableOption, allowed, options_of
from parlour.language import Form, _, translated
from parlour.tables.rooms import Room, seat_of, watched_by
from parlour.wire.codes import Code
from parlour.wire.messages import how_many, join_names, show_value
from parlour.wire.text import folded, in_columns, slip
from parlour.wire.verbs import known_words, usage_in

_ROWS: Final = 10
"""Commands that are explained at most, so that everything fits on a screen of 24 lines."""
_LEFT: Final = 29
"""Columns of what is typed, before what it does."""
_WIDE_ROW: Final = _(f"  {{usage:<{_LEFT}}} {{about}}")
_ROW: Final = _("{usage}: {about}")
"""On a narrow screen, where only lines that go on are indented."""
_WIDE: Final = 76
"""Columns that two columns of text need."""
_GAMES: Final = 3
"""Games that are named with `play`; `games` lists all."""
_HEADINGS: Final[Mapping[Topic, str]] = {
    "start": _("Coming in"),
    "around": _("Looking"),
    "table": _("Tables"),
    "game": _("Game"),
    "party": _("Parties"),
    "talk": _("Talk"),
    "consent": _("Together"),
    "past": _("Past games"),
    "line": _("Connection"),
    "operator": _("Operator"),
}
_FIRST: Final[Mapping[Moment, tuple[str, ...]]] = {
    "nameless": ("name", "resume", "games", "tables", "rules", "quit"),
    "lobby": ("play", "tables", "join", "watch", "games", "rules", "who", "quit"),
    "watching": ("look", "scores", "say", "leave"),
    "open": ("bot", "start", "ready", "options", "rules", "say", "leave"),
    "turn": ("look",),
    "waiting": ("look", "scores", "say", "rules"),
    "over": ("rematch", "replay", "scores", "say", "leave"),
    "stopped": ("propose", "accept", "look", "leave"),
}
"""The commands that help most, by moment."""
_TO_COME_IN: Final = frozenset({"name", "resume"})
"""Commands of no use to somebody who has a name."""
_SITUATIONS: Final[Mapping[Moment, str]] = {
    "open": _("The game has not begun."),
    "turn": _("The game is asking you."),
    "waiting": _("It is not your turn."),
    "over": _("The game is over."),
    "stopped": _("The game has stopped."),
}
_PLACES: Final[tuple[Where, ...]] = ("anywhere", "lobby", "table", "seat")
_MOMENTS: Final[tuple[Moment, ...]] = ("nameless", "lobby", "watching")
"""The moments at which not all of these places are open, but so many and one more."""


def moment(player: Player | None) -> Moment:
    """Return what is going on for *player*; None: somebody without a name."""
    if player is None:
        return "nameless"
    sits = seat_of(player)
    if sits is None:
        return "watching" if player.watching else "lobby"
    room, seat = sits
    state = room.table.state
    if state == "playing":
        prompt = play.open_prompt(room, seat)
        return "turn" if prompt is not None and (prompt.urgent or prompt.bare) else "waiting"
    return state if state in ("open", "over") else "stopped"


def answer(call: Call) -> Reply:
    word = call.request.rest.strip().lower().removeprefix("/")
    return says(*_about(call, word) if word else _now(call))


# --- what can be typed now -------------------------------------------------------------


def _now(call: Call) -> Iterator[str]:
    at = moment(call.player)
    slash = paging.slash(call.player)
    situation = (
        _("You are the operator.")
        if call.session.operator and call.player is None
        else _situation(call, at)
    )
    yield _("{situation} You can type:", situation=situation)
    form = call.session.form
    moves = _moves(*call.sits, form.lang) if call.sits is not None else ()
    rows = [*moves, *_first(call, at, slash)][:_ROWS]
    game = None if call.sits is None else call.sits[0].table.game.catalogue
    verbs = {usage.lstrip("/").split()[0] for usage, _rest in rows}
    rows = [(usage_in(usage, form.lang, _, game), about) for usage, about in rows]
    if call.session.operator:
        own = [row for row in call.commands.values() if row.where == OPERATOR]
        rows = [(row.usage, row.about) for row in own]
    wide = form.width >= _WIDE
    if wide and call.session.operator:  # whose usages are longer
        first, *others = [(usage, translated(about, form.lang)) for usage, about in rows]
        yield from (f"  {line}" for line in in_columns(first, others, form.width - 2))
    else:
        row = _WIDE_ROW if wide else _ROW
        yield from (row.filled(usage=usage, about=about) for usage, about in rows)
    yield from _groups(call, at, verbs)
    if slash:
        yield _("Begin a command with a slash, or it may be taken as a word: /say hello")
    yield _(
        "About one word: {slash}help WORD - All commands with their arguments: {slash}commands",
        slash=slash,
    )


def _situation(call: Call, at: Moment) -> str:
    if call.player is None and admission.asks(call.context, call.session):
        return _("Type the word of this evening to come in.")
    if call.player is None:
        return _("Type your name to come in.")
    if call.sits is not None:
        table = call.sits[0].table
        return _(
            "Table {number}, {title}. {situations}",
            number=table.number,
            title=table.game.title,
            situations=_SITUATIONS[at],
        )
    if call.player.watching:
        rooms = watched_by(call.player)
        watched = [_("table {number}", number=room.table.number) for room in rooms]
        return _("You watch {watched}.", watched=join_names(watched))
    return _("You are in the lobby.")


def _moves(room: Room, seat: Seat, lang: str) -> Iterator[tuple[str, str]]:
    """The moves that are open to the player; where words are asked for, one needs no verb."""
    prompt = play.open_prompt(room, seat)
    # A prompt may offer a verb several times, with other arguments each.
    moves = prompt.moves if prompt is not None else ()
    for spec in {spec.verb.usage: spec for spec in moves}.values():
        usage, about = spec.verb.usage, spec.verb.about
        if prompt is not None and spec.verb.name == prompt.bare:
            usage = usage.removeprefix(spec.verb.name).lstrip() or usage
            about = translated(about, lang).partition(";")[0].rstrip()
        elif prompt is not None and (prompt.asks_words or (prompt.bare and spec.args)):
            usage = f"/{usage}"
        yield usage, about


def _first(call: Call, at: Moment, slash: str) -> Iterator[tuple[str, str]]:
    """The commands that help most at this moment, each with the *slash* it needs."""
    owner = call.sits[0].owner if call.sits is not None else None
    for verb in _FIRST[at]:
        if not _is_open(call, call.commands[verb]):
            continue
        row = call.commands[owner.verb if owner is not None and verb == "rematch" else verb]
        if verb == "play":
            for game in islice(call.tables.games.values(), _GAMES):
                yield (
                    f"play {game.id}",
                    _("join a waiting {title} table, or open one", title=game.title),
                )
        else:
            yield f"{slash}{row.usage}", row.about


def _is_open(call: Call, row: Command) -> bool:
    return admission.is_open(row) or not admission.asks(call.context, call.session)


def _groups(call: Call, at: Moment, shown: set[str]) -> Iterator[str]:
    """All other commands that can be used here, by what they are about, then the game's words."""
    usable = {OPERATOR, *_PLACES[: _MOMENTS.index(at) + 1 if at in _MOMENTS else None]}
    hidden = set(shown)
    if call.player is not None:
        hidden |= _TO_COME_IN
    playing, lang = at in ("turn", "waiting", "stopped"), call.session.form.lang
    groups: dict[str, list[str]] = {}
    for row in call.commands.values():
        if (
            row.where in usable
            and row.verb.split()[0] not in hidden
            and (row.in_play or not playing)
            and _is_open(call, row)
        ):
            family = row.verb.split()[0]
            if family == row.verb or family not in call.commands:  # `party` lists its family
                groups.setdefault(_HEADINGS[row.topic], []).append(usage_in(row.verb, lang, _))
    if call.sits is not None:
        game = call.sits[0].table.game
        verbs = [verb.name for verb in _verbs(game) if verb.name not in shown]
        words = [usage_in(verb, lang, game.catalogue) for verb in verbs]
        words += [usage_in(topic.names[0], lang, game.catalogue) for topic in game.topics]
        groups[game.title] = list(dict.fromkeys(words))
    yield from _listed(groups, call.session.form)


def _listed(
    groups: Mapping[str, Sequence[str]], form: Form, between: str = ", ", indent: int = 0
) -> list[str]:
    """Words beside their headings, on as many lines as they need."""
    heads = [(translated(_("{heading}:", heading=head), form.lang), head) for head in groups]
    rows = [(shown, between.join(groups[head])) for shown, head in heads if groups[head]]
    first, *others = rows
    return [" " * indent + line for line in in_columns(first, others, form.width - indent)]


def _verbs(game: AnyGame) -> tuple[Verb, ...]:
    return (*game.verbs, *game.questions, *game.channels)


# --- about one word ----------------------------------------------------------------------


def _about(call: Call, word: str) -> list[str]:
    """What *word* means: a command, a game, a move, a noun of the rules, an option."""
    games = list(call.tables.games.values())
    if call.sits is not None:
        own = call.sits[0].table.game
        games = [own, *(game for game in games if game.id != own.id)]
    lang = call.session.form.lang
    command = call.command_named(word)
    lines = [] if command is None else list(_command(command, lang))
    family = [row for verb, row in call.commands.items() if verb.startswith(f"{word} ")]
    for row in family if lines else ():
        lines += _command(row, lang)
    lists = call.tables.lexicons
    for game in games:
        lines += _of_game(game, word, lists, call.session.form)
    for game in games[:1]:
        common = [option for option in options_of(game, lists) if option.name in HOST_OPTIONS]
        lines += (_option(option) for option in common if option.name == word)
    if lines:
        return lines
    if word in AT_A_TABLE or word in ANYWHERE:
        return [AT_A_TABLE.get(word) or ANYWHERE[word]]
    known = [*call.commands, *call.tables.games]
    for game in games:
        known += [name for topic in game.topics for name in topic.names]
        known += [each.name for each in (*_verbs(game), *game.options)]
    close = slip(word, known)
    hint = _("Did you mean {close}?", close=close) if close else _("To see all commands: commands")
    text = _("There is no help about {word}. {hint}", word=word[:20], hint=hint)
    raise CommandError(Code.USAGE, text, near=close)


def _command(command: Command, lang: str) -> Iterator[str]:
    usage = usage_in(command.usage, lang, _)
    yield _("{usage}: {about}.", usage=usage, about=command.about)
    own = _.verbs(lang).get(command.verb, ())
    also = [*own[1:], *([command.verb] if own else []), *command.also]
    if also:
        yield _("You can also type: {also}", also=", ".join(also))


def _of_game(game: AnyGame, word: str, lists: Mapping[str, Lexicon], form: Form) -> Iterator[str]:
    if word == game.id:
        yield from _game(game, lists, form)
    own: Mapping[str, str] = (
        {} if game.catalogue is None else known_words(game.catalogue, form.lang)
    )
    for verb in _verbs(game):
        if verb.name in (word, own.get(folded(word))):
            usage = usage_in(verb.usage, form.lang, _, game.catalogue)
            yield _("{usage}: {about} ({title}).", usage=usage, about=verb.about, title=game.title)
            yield from _paragraphs(verb.help, form)
    for topic in game.topics:
        if not {word, word.removesuffix("s"), own.get(folded(word))}.isdisjoint(topic.names):
            noun = usage_in(topic.names[0], form.lang, game.catalogue).capitalize()
            yield _("{topic}, in {title}:", topic=noun, title=game.title)
            yield from _paragraphs(topic.text, form)
    for option in options_of(game, lists):
        if option.name == word and word not in HOST_OPTIONS:
            yield _("An option of {title}. {option}", title=game.title, option=_option(option))


def _paragraphs(text: str, form: Form) -> Iterator[str]:
    """The lines of a game's own text, each of them a paragraph unless it is indented."""
    text = translated(text, form.lang)
    for line in text.split("\n") if text else ():
        yield from [line] if line.startswith(" ") else textwrap.wrap(line, form.width)


def _game(game: AnyGame, lists: Mapping[str, Lexicon], form: Form) -> Iterator[str]:
    low, high = game.seats.start, game.seats.stop - 1
    yield _(
        "{title}, for {players}. The rules: rules {id}",
        title=game.title,
        players=how_many(low, high),
        id=game.id,
    )
    yield _("To play: play {id} - With other options: new {id} NAME=VALUE ...", id=game.id)
    if game.topics:
        yield _("Words of the rules, to explain one: help WORD")
        own = game.catalogue
        nouns = ", ".join(usage_in(topic.names[0], form.lang, own) for topic in game.topics)
        yield from (f"  {line}" for line in in_columns((nouns,), (), form.width - 2))
    options = options_of(game, lists)
    yield _("Options, to explain one: help NAME")
    yield from option_lines(game, options, {each.name: each.default for each in options}, form)


def _option(option: TableOption) -> str:
    name, value = option.name, show_value(option.default)
    return _(
        "{name}={value}: {about}. It can be: {allowed}",
        name=name,
        value=value,
        about=option.about,
        allowed=allowed(option),
    )


def option_lines(
    game: AnyGame, options: Sequence[TableOption], values: Mapping[str, OptionValue], form: Form
) -> list[str]:
    """Options with their *values* by groups; a star marks what is not as usual."""
    shown = {
        each.name: f"{each.name}={show_value(values[each.name])}"
        f"{'' if values[each.name] == each.default else '*'}"
        for each in options
    }
    grouped = {name: heading for heading, names in game.option_groups.items() for name in names}
    groups: dict[str, list[str]] = {heading: [] for heading in game.option_groups}
    for name, text in shown.items():
        heading = grouped.get(name, _("Table") if name in HOST_OPTIONS else game.title)
        groups.setdefault(heading, []).append(text)
    return _listed(groups, form, " ", indent=2)
