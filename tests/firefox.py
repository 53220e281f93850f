"""A Firefox for the tests, controlled by WebDriver commands over Marionette, the protocol that every Firefox includes.

https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.chromium import install_debians
from tests.serving import PATIENCE, wait_until

NAMES = ("firefox-esr", "firefox")
ON_MACS = "/Applications/Firefox.app/Contents/MacOS/firefox"
#: No background downloads, and Marionette on a free port.
PREFERENCES = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "intl.accept_languages": "en",
}
#: WebDriver 12.1: the key of an element in JSON, and the codes of keys.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: The page has loaded, no part is still loading, and the only element of a selector is visible.
SHOWN = """
const all = document.querySelectorAll(arguments[0]);
const moving = document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling");
return document.readyState === "complete" && !moving && all.length === 1 && all[0].checkVisibility();
"""
ENTER, TAB, ESCAPE = "\ue007", "\ue004", "\ue00c"


def executable() -> str:
    """Return the first Firefox found, installed if necessary. FIREFOX=path selects one."""
    candidates = [os.environ.get("FIREFOX"), *map(shutil.which, NAMES), ON_MACS]
    found = next((path for path in candidates if path and Path(path).exists()), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        install_debians("firefox-esr")
        found = shutil.which("firefox-esr")
    if found is None:
        raise RuntimeError("No Firefox was found: install one (Debian: apt-get install firefox-esr), or set FIREFOX.")
    return found


class Firefox:
    """A Firefox window. Elements are found by CSS selector; elements that do not exist yet are waited for."""

    def __init__(self) -> None:
        self.profile = Path(tempfile.mkdtemp(prefix="kierros-firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (self.profile / "user.js").write_text("\n".join(lines))
        command = [
            executable(),
            "--marionette",
            "--remote-allow-system-access",
            "--headless",
            "--profile",
            str(self.profile),
        ]
        quiet = {**os.environ, "HOME": str(self.profile), "MOZ_CRASHREPORTER_DISABLE": "1"}
        self.process = subprocess.Popen(command, env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        door = self.profile / "MarionetteActivePort"
        wait_until(lambda: door.exists() and door.read_text().strip())
        self.door = socket.create_connection(("127.0.0.1", int(door.read_text())), timeout=PATIENCE)
        self.received = b""
        self.sent = 0
        self._message()
        self.send("WebDriver:NewSession")

    def close(self) -> None:
        self.send("Marionette:Quit", flags=["eForceQuit"])
        self.door.close()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.profile)

    def send(self, command: str, **parameters: Any) -> Any:
        """Send a command, and return its response. Raise AssertionError with Firefox's error."""
        self.sent += 1
        message = json.dumps([0, self.sent, command, parameters]).encode()
        self.door.sendall(b"%d:%s" % (len(message), message))
        _kind, number, error, result = self._message()
        assert number == self.sent, "an answer to something else"
        assert error is None, f"{command}: {error and error['message']}"
        return result.get("value") if isinstance(result, dict) else result

    def _message(self) -> Any:
        while b":" not in self.received:
            self.received += self._more()
        length, _colon, self.received = self.received.partition(b":")
        while len(self.received) < int(length):
            self.received += self._more()
        message, self.received = self.received[: int(length)], self.received[int(length) :]
        return json.loads(message)

    def _more(self) -> bytes:
        more = self.door.recv(65536)
        assert more, "Firefox has ended"
        return more

    def goes_to(self, address: str) -> None:
        self.send("WebDriver:Navigate", url=address)

    def forgets(self) -> None:
        """Delete the sign-in and the data that pages have stored here."""
        self.send("WebDriver:DeleteAllCookies")
        self.runs("localStorage.clear()")

    def finds(self, css: str) -> str:
        """Return the single element of a selector once it exists and is visible."""
        shown = (
            "const all = document.querySelectorAll(arguments[0]); return all.length === 1 && all[0].checkVisibility();"
        )
        wait_until(lambda: self.runs(shown, css))
        return str(self.send("WebDriver:FindElement", using="css selector", value=css)[ELEMENT])

    def clicks(self, css: str) -> None:
        self.send("WebDriver:ElementClick", id=self.finds(css))

    def follows(self, text: str) -> None:
        """Click the link or button with this text."""
        self.runs("for (const each of document.querySelectorAll('[data-followed]')) delete each.dataset.followed;")
        found = (
            "const wanted = arguments[0]; const found = [...document.querySelectorAll('a, button, summary')].filter("
            "(each) => each.textContent.trim() === wanted && each.checkVisibility());"
            "if (found.length === 1) found[0].dataset.followed = ''; return found.length === 1;"
        )
        wait_until(lambda: self.runs(found, text))
        self.clicks("[data-followed]")

    def writes(self, css: str, text: str) -> None:
        """Type into a field, key by key, after its current content."""
        self.send("WebDriver:ElementSendKeys", id=self.finds(css), text=text)

    def types(self, text: str) -> None:
        """Type on the keyboard, wherever the focus is."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def text(self, css: str) -> str:
        return self._looks(css, "innerText").strip()

    def value(self, css: str) -> str:
        return self._looks(css, "value")

    def _looks(self, css: str, what: str) -> str:
        """Find an element and return one of its properties in one step: between two steps the page can be replaced."""
        found: list[list[str]] = []
        script = (
            "const all = document.querySelectorAll(arguments[0]);"
            "return all.length === 1 && all[0].checkVisibility() ? [all[0][arguments[1]]] : null;"
        )

        def look() -> bool:
            if seen := self.runs(script, css, what):
                found.append(seen)
            return bool(found)

        wait_until(look)
        return str(found[0][0])

    def runs(self, script: str, *arguments: Any) -> Any:
        return self.send("WebDriver:ExecuteScript", script=script, args=arguments)

    def loses_the_network(self, lost: bool) -> None:
        """Send requests to a proxy that does not exist, and tell pages that there is no network."""
        self.send("Marionette:SetContext", value="chrome")
        self.runs(
            "Services.prefs.setBoolPref('network.proxy.allow_hijacking_localhost', true);"
            "Services.prefs.setStringPref('network.proxy.http', '127.0.0.1');"
            "Services.prefs.setIntPref('network.proxy.http_port', 9);"
            "Services.prefs.setIntPref('network.proxy.type', arguments[0] ? 1 : 0);"
            "Services.io.offline = arguments[0];",
            lost,
        )
        self.send("Marionette:SetContext", value="content")


def open_firefox() -> Iterator[Firefox]:
    """Yield a Firefox for the duration of a fixture."""
    firefox = Firefox()
    yield firefox
    firefox.close()
