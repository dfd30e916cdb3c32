"""The operator's command about the word of the evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.accounts.admission import OFF, check_word
from parlour.commands.admission import in_link
from parlour.commands.call import Call, Reply
from parlour.commands.invitations import pictured
from parlour.commands.trail import acted, operator_command
from parlour.core.refusals import CommandError
from parlour.features.entry.messages import EntryWord
from parlour.features.entry.state import SHELF, Chosen
from parlour.language import Form
from parlour.wire.codes import Code
from parlour.wire.messages import Acted


def _word(call: Call) -> Reply:
    """Show the word, or change it. The trail does not say to what."""
    text, admission = call.request.rest.strip(), call.people.admission
    if not text:
        return Reply(_shown(call))
    try:
        word = "" if text.lower() == OFF else check_word(text)
    except ValueError as wrong:
        raise CommandError(Code.USAGE, str(wrong)) from None

    def change() -> str:
        admission.word = word
        call.out.write_down(SHELF.kept(Chosen(word, admission.configured)))
        return (
            "Guests need the new word to come in." if word else "Guests need no word to come in."
        )

    return acted(call, f"joinword {OFF}" if not word else "joinword", change)


def _shown(call: Call) -> EntryWord:
    word, site = call.people.admission.word, call.context.site
    links = site.links(in_link(call.context)) if site is not None and word else ()
    drawn = pictured(links[0])[1] if links else _nothing
    return EntryWord(word=word or None, links=links, drawn=drawn)


def _nothing(form: Form) -> Sequence[str]:
    return ()


COMMANDS: Final = (
    operator_command(
        "joinword [TEXT|off]",
        "what guests must give to come in; off: nothing",
        _word,
        answers=(EntryWord, Acted),
    ),
)
