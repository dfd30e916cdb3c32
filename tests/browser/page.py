"""One page in the browser, as its user has it: a phone or a computer, eyes, fingers, keys."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import trio

from tests.browser.chromium import PATIENCE_S, BrowserError, Connection

_LOST: Final = ("Inspected target navigated", "Execution context was destroyed", "Cannot find")
"""What the browser says when a page was left or loaded again while a script waited in it."""
_KEYS: Final[Mapping[str, tuple[int, str]]] = {
    "ArrowDown": (40, ""),
    "ArrowLeft": (37, ""),
    "ArrowRight": (39, ""),
    "ArrowUp": (38, ""),
    "Backspace": (8, ""),
    "End": (35, ""),
    "Enter": (13, "\r"),
    "Escape": (27, ""),
    "Home": (36, ""),
    "Tab": (9, ""),
    " ": (32, " "),
}
"""The keys that are no letters: their number and the text they make."""
_SEES: Final = """new Promise((done, fail) => {
  const look = () => {
    let found;
    try { found = (SEEN); } catch (error) { stop(); return fail(error); }
    if (found) { stop(); done(found === true || typeof found == "string" ? found : !!found); }
  };
  const seer = new MutationObserver(look), clock = setInterval(look, 200);
  const stop = () => { seer.disconnect(); clearInterval(clock); };
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  seer.observe(document, all);
  look();
})"""
"""Looks whenever the document changes, and now and then for what is no part of it."""
_PLACE = """(() => {
  const all = [...document.querySelectorAll(SELECTOR)];
  const e = all.find(e => TEXT == null || e.innerText.trim() == TEXT);
  if (!e) return "there is none";
  e.scrollIntoView({ block: "center", inline: "center" });
  const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
  const top = document.elementFromPoint(x, y);
  const hides = top ? top.outerHTML.slice(0, 200) : "nothing";
  if (!top || !e.contains(top)) return "it is hidden behind " + hides;
  return [x, y];
})()"""


_WIDE = """(() => {
  if (Math.max(innerWidth, document.scrollingElement.scrollWidth) <= WIDTH) return "";
  const wide = [...document.body.querySelectorAll("*")]
    .filter(e => e.getBoundingClientRect().right > WIDTH + 1);
  const last = wide.filter(e => !wide.some(other => e != other && e.contains(other)))[0];
  return last ? last.cloneNode().outerHTML.slice(0, 120) : "the page";
})()"""


class ScriptError(Exception):
    """A script of a test failed in the page."""


@dataclass(frozen=True)
class Device:
    """What a page is shown on, and how its user likes it."""

    width: int = 390
    height: int = 844
    touch: bool = True
    scale: float = 1
    """Pixels of a picture a CSS pixel."""
    dark: bool = False
    still: bool = False
    """Does the user ask for reduced motion?"""
    language: str = "en"


PHONE: Final = Device()
SMALL: Final = Device(360, 640)
DESK: Final = Device(1280, 800, touch=False)


@dataclass(frozen=True)
class Frame:
    """A message on the page's websocket."""

    sent: bool
    text: str
    at: float
    """When, in seconds of the browser's clock."""


class Page:
    """A page, and everything about it that a test may ask."""

    def __init__(self, connection: Connection, session: str, device: Device) -> None:
        self.device = device
        self.frames: list[Frame] = []
        """All messages of its websockets, in order."""
        self.requests: list[str] = []
        """The addresses of everything that it asked for."""
        self.received_bytes = 0
        """What came over HTTP, with heads, as long as it was on the wire."""
        self.taps = 0
        """How often it was tapped, clicked or traced over."""
        self.troubles: list[str] = []
        """What its console complains of: errors, violations of its policy, exceptions."""
        self._connection = connection
        self._session = session
        self._heard = trio.Event()

    async def call(self, method: str, **params: object) -> Any:
        """Send a DevTools command to this page; the result."""
        return await self._connection.call(method, self._session, **params)

    # --- what happens -----------------------------------------------------------------

    def hear(self, method: str, params: Mapping[str, Any]) -> None:
        """Take note of an event."""
        match method:
            case "Network.webSocketFrameReceived" | "Network.webSocketFrameSent":
                sent = method == "Network.webSocketFrameSent"
                text = params["response"]["payloadData"]
                self.frames.append(Frame(sent, text, params["timestamp"]))
                self._heard.set()
                self._heard = trio.Event()
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Network.webSocketCreated":
                self.requests.append(params["url"])
            case "Network.loadingFinished":
                self.received_bytes += int(params["encodedDataLength"])
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                entry = params["entry"]
                if entry["text"].startswith("WebSocket"):
                    return  # it was cut, of which the browser complains, and we can say nothing
                self.troubles.append(f"{entry['source']}: {entry['text']} {entry.get('url', '')}")
            case "Runtime.exceptionThrown":
                self.troubles.append(_told(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "assert"):
                said = [str(arg.get("value", arg.get("description"))) for arg in params["args"]]
                self.troubles.append(f"console: {' '.join(said)}")
            case _:
                pass

    async def hears(self) -> None:
        """Wait for the next message on its websocket."""
        await self._heard.wait()

    def elsewhere(self) -> Sequence[str]:
        """What it asked for that does not come from its own address."""
        own = {urlsplit(url).netloc for url in self.requests[:1]}
        away = [url for url in self.requests if urlsplit(url).netloc not in own]
        return [url for url in away if not url.startswith("data:")]

    # --- where it is ------------------------------------------------------------------

    async def goto(self, url: str) -> None:
        """Load a page."""
        told = await self.call("Page.navigate", url=url)
        if "errorText" in told:
            raise BrowserError(f"{url}: {told['errorText']}")
        await self.until("the page is loaded", "document.readyState == 'complete'")

    async def reload(self) -> None:
        """Load it again, as its user may do at any time."""
        await self.evaluate("globalThis.loadedBefore = true")
        await self.call("Page.reload")
        seen = "!globalThis.loadedBefore && document.readyState == 'complete'"
        await self.until("the page is loaded again", seen)

    async def lock(self) -> None:
        """Lock the phone: the page is hidden, and its clock stops."""
        await self.call("Emulation.setFocusEmulationEnabled", enabled=False)
        await self.call("Page.setWebLifecycleState", state="frozen")

    async def unlock(self) -> None:
        """Unlock it."""
        await self.call("Page.setWebLifecycleState", state="active")
        await self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    # --- what can be seen -------------------------------------------------------------

    async def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression, of a promise the value that it is kept with.

        Raises:
            ScriptError: it fails in the page.
        """
        told = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise ScriptError(f"{_told(told['exceptionDetails'])}, in {script}")
        return told["result"].get("value")

    async def until(self, what: str, seen: str) -> Any:
        """Wait until the expression *seen* is true; its value if that is a text.

        *what* says in words what we wait for.
        """
        with trio.move_on_after(PATIENCE_S):
            while True:
                try:
                    return await self.evaluate(_SEES.replace("SEEN", seen))
                except BrowserError as error:
                    if not any(lost in str(error) for lost in _LOST):
                        raise
        raise AssertionError(f"still waiting: {what}\n{await self.text()}")

    async def reads(self, words: str) -> None:
        """Wait until *words* can be read."""
        seen = f"document.body?.innerText.includes({json.dumps(words)})"
        await self.until(words, seen)

    async def text(self) -> str:
        """All that can be read now."""
        return str(await self.evaluate("document.body.innerText"))

    async def too_wide(self) -> str:
        """What makes it so wide that it can be scrolled to the side; empty: it cannot be.

        A phone zooms out instead, so it sees more than its own width then.
        """
        return str(await self.evaluate(_WIDE.replace("WIDTH", str(self.device.width))))

    async def picture(self, path: Path) -> None:
        """Keep what can be seen as a PNG file."""
        told = await self.call("Page.captureScreenshot", format="png")
        await trio.Path(path).write_bytes(base64.b64decode(told["data"]))

    # --- fingers and keys -------------------------------------------------------------

    async def tap(self, selector: str, text: str | None = None) -> None:
        """Tap the first element of *selector*, if *text* is given: which says just that.

        It must be in sight once it is scrolled to, with nothing before it.
        """
        script = _PLACE.replace("SELECTOR", json.dumps(selector)).replace("TEXT", json.dumps(text))
        found = await self.evaluate(script)
        assert not isinstance(found, str), f"{selector} {text or ''}: {found}\n{await self.text()}"
        await self.trace([found])

    async def trace(self, points: Sequence[tuple[float, float]]) -> None:
        """Put a finger on the first point, move it over the others, lift it; else the mouse."""
        self.taps += 1
        if self.device.touch:
            for kind, at in zip(_kinds("touchStart", "touchMove", points), points, strict=True):
                touched = [{"x": at[0], "y": at[1]}]
                await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=touched)
            await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        ends = ("mouseReleased", points[-1])
        steps = [*zip(_kinds("mousePressed", "mouseMoved", points), points, strict=True), ends]
        for kind, (x, y) in steps:
            which: dict[str, object] = {"type": kind, "x": x, "y": y, "buttons": 1}
            clicks = 0 if kind == "mouseMoved" else 1
            await self.call("Input.dispatchMouseEvent", **which, button="left", clickCount=clicks)

    async def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key: a letter, or by its name such as Tab."""
        number, text = _KEYS.get(key) or (ord(key.upper()), key)
        about: dict[str, object] = {
            "key": key,
            "code": key if key in _KEYS and key != " " else "",
            "windowsVirtualKeyCode": number,
            "modifiers": 8 if shift else 0,
        }
        down = "keyDown" if text else "rawKeyDown"
        await self.call("Input.dispatchKeyEvent", type=down, text=text, **about)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    async def types(self, text: str) -> None:
        """Type into the field that has the focus."""
        await self.call("Input.insertText", text=text)

    async def fill(self, selector: str, text: str) -> None:
        """Tap a field, and type *text* in place of what it held."""
        await self.tap(selector)
        focused = f"document.activeElement.matches({json.dumps(selector)})"
        await self.until(f"{selector} has the focus", focused)
        await self.evaluate("document.activeElement.select?.()")
        await self.types(text)


def _kinds(first: str, later: str, points: Sequence[object]) -> list[str]:
    return [first] + [later] * (len(points) - 1)


def _told(details: Mapping[str, Any]) -> str:
    """What an exception of the page says."""
    thrown = details.get("exception", {})
    return str(thrown.get("description") or thrown.get("value") or details["text"])


@asynccontextmanager
async def opened(connection: Connection, device: Device = PHONE) -> AsyncGenerator[Page]:
    """An empty page of a user who has never been here, until the block ends."""
    context = (await connection.call("Target.createBrowserContext"))["browserContextId"]
    target = await connection.call(
        "Target.createTarget", url="about:blank", browserContextId=context
    )
    told = await connection.call(
        "Target.attachToTarget", targetId=target["targetId"], flatten=True
    )
    page = Page(connection, told["sessionId"], device)
    connection.listen(told["sessionId"], page.hear)
    try:
        await _set_up(page)
        yield page
    finally:
        with trio.move_on_after(PATIENCE_S, shield=True):
            connection.forget(told["sessionId"])
            await connection.call("Target.disposeBrowserContext", browserContextId=context)


async def _set_up(page: Page) -> None:
    device = page.device
    for domain in ("Log", "Network", "Page", "Runtime"):
        await page.call(f"{domain}.enable")
    size = {"width": device.width, "height": device.height, "deviceScaleFactor": device.scale}
    await page.call("Emulation.setDeviceMetricsOverride", **size, mobile=device.touch)
    await page.call("Emulation.setTouchEmulationEnabled", enabled=device.touch)
    await page.call("Emulation.setFocusEmulationEnabled", enabled=True)
    colours = {"name": "prefers-color-scheme", "value": "dark" if device.dark else "light"}
    motion = {"name": "prefers-reduced-motion", "value": "reduce" if device.still else ""}
    await page.call("Emulation.setEmulatedMedia", features=[colours, motion])
    agent = await page.evaluate("navigator.userAgent")
    await page.call(
        "Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=device.language
    )
