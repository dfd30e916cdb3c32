"""Coming in: by a name or by an earlier way, and what is said where there is no playing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parlour_client import Heard, Online, Problem, Refused
from tests.clients.jumping import in_no_time
from tests.clients.linked import calling, following
from tests.clients.peer import Exchange


@in_no_time
async def test_coming_in_says_who_we_are_and_what_we_can() -> None:
    exchange = Exchange()
    peer = exchange.expects()
    greeting = asyncio.create_task(peer.greets(name="Ann", guest=False))
    async with calling(exchange, password="open sesame", capabilities=["view"]) as link:
        assert await greeting == "#0 name ann open sesame"
        assert peer.requests[0] == "HELLO 1 view"
        assert (link.name, link.guest, link.token) == ("Ann", False, "t0ken")
    assert peer.closed


@in_no_time
async def test_one_comes_back_by_a_token_of_earlier_or_by_name_if_it_is_forgotten() -> None:
    exchange = Exchange()
    peer = exchange.expects()
    greeting = asyncio.create_task(peer.greets(name="Ann"))
    async with calling(exchange, token="0ld") as link:
        assert await greeting == "#0 resume 0ld"
        assert link.name == "Ann"
    peer = exchange.expects()
    entering = asyncio.create_task(_enter(exchange, token="0ld"))
    peer.send(b'#- ok {"protocol":1}\n')
    await peer.reads()
    peer.no(await peer.reads(), "bad_password", "Nobody is away with that code.")
    request = await peer.reads()
    assert request == "#0 name ann"
    peer.ok(request, name="ann", token="n3w")
    assert await entering == "n3w"


async def _enter(exchange: Exchange, **more: Any) -> str:
    """The token that one comes in with."""
    async with calling(exchange, **more) as link:
        return str(link.token)


async def _cannot(
    exchange: Exchange, error: type[Exception], says: str, **more: Any
) -> BaseException:
    """Come in in vain; the error that says why."""
    with pytest.raises(error, match=says) as caught:
        async with calling(exchange, **more):
            raise AssertionError("there is no playing here")
    return caught.value


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (["HTTP/1.1 400 Bad Request"], "is a web server"),
        (["SSH-2.0-OpenSSH_9.2"], "is an ssh server"),
        (["x"] * 60, "is something else"),
        (["This host is full; try again later."], "It said: This host is full"),
        ([], "closed the connection without a word"),
        (['#- no {"code":"usage","text":["HELLO 2 only"]}'], "another version"),
        (['! too_many {"text":["Too many lines."]}'], "Too many lines."),
    ],
)
@in_no_time
async def test_whoever_is_no_host_of_ours_is_named(said: list[str], problem: str) -> None:
    exchange = Exchange()
    peer = exchange.expects()
    peer.say(*said)
    peer.send(b"")
    await _cannot(exchange, Problem, problem)
    assert peer.closed


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ConnectionRefusedError(), "No host answers at test"),
        (TimeoutError(), "test does not answer"),
        (OSError(-2, "Name or service not known"), "no computer called"),
        (OSError(101, "Network is unreachable"), "Network is unreachable"),
    ],
)
@in_no_time
async def test_a_host_that_cannot_be_reached_is_a_problem(error: OSError, problem: str) -> None:
    exchange = Exchange()
    exchange.fails(error)
    await _cannot(exchange, Problem, problem)


@pytest.mark.parametrize(
    ("said", "error", "says"),
    [
        ('#0 no {"code":"name_taken","text":["ann is taken."]}', Refused, "ann is taken"),
        ('#- no {"code":"line_too_long","text":["Left out."]}', Refused, "Left out"),
        ('! shutting_down {"text":["Goodbye."]}', Problem, "Goodbye"),
    ],
    ids=["a name that is taken", "a password that cannot be read", "a host that stops"],
)
@in_no_time
async def test_what_a_host_says_against_coming_in_is_told(
    said: str, error: type[Exception], says: str
) -> None:
    exchange = Exchange()
    peer = exchange.expects()
    peer.say('#- ok {"protocol":1}', said)
    why = await _cannot(exchange, error, says, password=2000 * "x")
    assert not isinstance(why, Problem) or why.passing
    assert peer.closed


@pytest.mark.parametrize(
    ("said", "problem", "after_s"),
    [
        ([], "says nothing", 10),
        ([b'#- ok {"protocol":1}\n'], "no longer answers", 30),
        ([b'#- ok {"protocol":1}\n', b""], "are disconnected", 0),
    ],
    ids=["no greeting", "no answer", "cut"],
)
@in_no_time
async def test_who_says_no_more_is_not_waited_for_long(
    said: list[bytes], problem: str, after_s: float
) -> None:
    """It may be there again later."""
    exchange = Exchange()
    peer = exchange.expects()
    for data in said:
        peer.send(data)
    why = await _cannot(exchange, Problem, problem)
    assert isinstance(why, Problem)
    assert why.passing
    assert peer.closed
    assert asyncio.get_running_loop().time() == pytest.approx(after_s)


@pytest.mark.parametrize("said", [b"x", b"x\n"], ids=["a line without end", "no end of lines"])
@in_no_time
async def test_who_goes_on_and_on_is_not_listened_to_for_long(said: bytes) -> None:
    exchange = Exchange()
    peer = exchange.expects()

    async def drip() -> None:
        while True:
            peer.send(said)
            await asyncio.sleep(0.25)

    dripping = asyncio.create_task(drip())
    await _cannot(exchange, Problem, r"says nothing|something else")
    assert peer.closed
    assert asyncio.get_running_loop().time() <= 13
    dripping.cancel()


@in_no_time
async def test_a_name_of_two_lines_is_none() -> None:
    exchange = Exchange()
    peer = exchange.expects()
    peer.say('#- ok {"protocol":1}')
    await _cannot(exchange, ValueError, "one line", name="ann\nquit")
    assert peer.closed
    assert peer.requests == ["HELLO 1 view"]


@in_no_time
async def test_a_line_that_takes_nothing_from_the_first_is_a_problem() -> None:
    exchange = Exchange()
    exchange.expects().closed = True
    await _cannot(exchange, Problem, "are disconnected")


@in_no_time
async def test_a_host_that_knows_no_lobby_news_is_asked_without() -> None:
    """The first hosts of version 1 refuse a capability that they do not know."""
    exchange = Exchange()
    peer = exchange.expects()
    text = "Unknown capability lobby; this host speaks: HELLO 1 [text] [view]"
    peer.say("Welcome.", f'#- no {{"code":"usage","retry":false,"text":["{text}"]}}')
    peer.say('#- ok {"protocol":1}', '#0 ok {"name":"ann"}')
    async with calling(exchange, capabilities=("view", "lobby")) as link:
        assert await following(link) == Online()
    assert peer.requests[:2] == ["HELLO 1 view lobby", "HELLO 1 view"]


@in_no_time
async def test_a_program_says_what_it_is_unless_the_host_is_older() -> None:
    """Such a host repeats the first 20 characters of what it does not know."""
    exchange = Exchange()
    peer = exchange.expects()
    text = "Unknown capability bot=a-long-word-for-; send: HELLO 1 [text]"
    peer.say("Welcome.", f'#- no {{"code":"usage","retry":false,"text":["{text}"]}}')
    peer.say('#- ok {"protocol":1}', '#0 ok {"name":"ann-bot"}')
    async with calling(exchange, capabilities=("view",), bot="a-long-word-for-it") as link:
        assert await following(link) == Online()
    assert peer.requests[:2] == ["HELLO 1 view bot=a-long-word-for-it", "HELLO 1 view"]


@in_no_time
async def test_what_a_newer_host_says_besides_does_not_matter() -> None:
    exchange = Exchange()
    peer = exchange.expects()
    peer.say("Welcome, program.", "* 1 weather {}", '#- ok {"protocol":1}')
    peer.say("* 2 weather {}", "~ 7 of a kind that we do not know", '#0 ok {"name":"ann"}')
    peer.say("~ 8 of a kind that we do not know")
    peer.event(3, "notice")
    async with calling(exchange) as link:
        assert await following(link) == Online()
        assert await following(link) == Heard(3, "notice", {})


@in_no_time
async def test_the_host_is_asked_for_a_language_before_the_name() -> None:
    """Also after a cut. A host that has no such language goes on in English."""
    exchange = Exchange()
    peer = exchange.expects()

    async def greets(*, speaks: bool) -> list[str]:
        await peer.reads()
        peer.send(b'#- ok {"protocol":1}\n')
        asked = await peer.reads()
        if speaks:
            peer.ok(asked, key="lang", value="fr")
        else:
            peer.no(asked, "usage", "This host speaks en.")
        name = await peer.reads()
        peer.ok(name, name="ann", token="t")
        return [asked, name]

    for speaks in (True, False):
        greeting = asyncio.create_task(greets(speaks=speaks))
        async with calling(exchange, lang="fr"):
            assert await greeting == ["#0 set lang fr", "#0 name ann"]
        peer = exchange.expects()


@in_no_time
async def test_an_ssh_key_of_an_account_brings_its_player_in() -> None:
    """The host says whose it is. If it is nobody's, the player has to say a name."""
    exchange = Exchange()
    peer = exchange.expects()
    entering = asyncio.create_task(_enter(exchange, name=""))
    await peer.reads()
    peer.send(b'#- ok {"protocol":1,"key_of":"bob"}\n')
    request = await peer.reads()
    assert request == "#0 name bob"
    peer.ok(request, name="bob", token="t0ken")
    assert await entering == "t0ken"
    peer = exchange.expects()
    entering = asyncio.create_task(_enter(exchange, name=""))
    await peer.reads()
    peer.send(b'#- ok {"protocol":1}\n')
    with pytest.raises(Refused):
        await entering
