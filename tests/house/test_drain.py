"""A drain: nothing new begins, players are told, and the host stops when it can or must."""

from __future__ import annotations

from parlour.core.effects import Effects
from parlour_kit.host import Client, Host
from tests.house.operating import ask, done
from tests.house.scene import Party, events, new_host


class Stopped:
    """Has the house asked the shell to stop it, and when?"""

    def __init__(self, host: Host) -> None:
        self.at: list[float] = []
        self._host = host
        host.watch = self

    def __call__(self, effects: Effects) -> None:
        """Look at what the shell is asked to do."""
        if effects.stop:
            self.at.append(self._host.now)


def notices(client: Client) -> list[str]:
    """What that program was told of the drain since the last look."""
    return [
        body["text"][0]
        for _, name, body in events(client.take())
        if name == "notice" and body["kind"] == "draining"
    ]


def test_what_is_on_is_ended_where_nothing_lasts() -> None:
    """Nobody is promised that he can play on."""
    party = Party("ann", "bob", programs=("bob",))
    party.host.house.drain.lasting = False
    done(party.host, "drain 10")
    (text,) = notices(party["bob"])
    assert text.endswith("No new game can start. Games still running then end.")


def test_what_is_called_off_is_not_in_the_status_any_more() -> None:
    host = Party("ann", "bob").host
    done(host, "drain 10")
    assert ask(host, "status")["stops_s"] == int(host.house.out.wall) + 600
    done(host, "drain off")
    assert ask(host, "status")["stops_s"] is None


def test_a_host_that_cannot_store_stops_when_it_can_again() -> None:
    """No time passes for it meanwhile."""
    host = new_host()
    Party("ann", "bob", host=host)
    stopped = Stopped(host)
    done(host, "drain 1")
    host.fail()
    host.wait(100)
    assert not stopped.at
    host.recover()
    host.wait(60)
    assert stopped.at == [1160]
    assert [report.text for report in host.news][-1] == "drained: the host stops"
