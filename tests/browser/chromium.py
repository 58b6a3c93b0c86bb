# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven by its DevTools protocol over a pair of pipes: no socket, no driver."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_READS, _WRITES = 3, 4  # the descriptors that --remote-debugging-pipe uses
_SECONDS = 30


def binary():
    """The browser's path, from LOGPHEAD_CHROMIUM or else from PATH; None when there is none."""
    named = os.environ.get("LOGPHEAD_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)


class Chromium:
    """One browser with one page; `with` ends it."""

    def __init__(self, path):
        self._folder = tempfile.TemporaryDirectory(prefix="logphead-chromium-",
                                                   ignore_cleanup_errors=True)
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        # Neither may be 3 or 4 itself when it is put there.
        high = [os.dup2(fd, 100 + at) for at, fd in enumerate((to_browser, from_browser))]
        command = [path, "--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                   "--disable-extensions", "--disable-background-networking", "--disable-sync",
                   "--disable-dev-shm-usage", "--disable-component-update",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb",
                   f"--user-data-dir={self._folder.name}", "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium refuses root otherwise

        def pipes():
            os.dup2(high[0], _READS)
            os.dup2(high[1], _WRITES)

        self._errors = open(pathlib.Path(self._folder.name) / "stderr", "w+b")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.DEVNULL, stderr=self._errors,
                                         preexec_fn=pipes, pass_fds=(_READS, _WRITES))
        for descriptor in (to_browser, from_browser, *high):
            os.close(descriptor)
        self._buffer, self._last, self._session = b"", 0, None
        self.events = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target,
                                  flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        self._errors.close()
        self._folder.cleanup()

    def _receive(self, end):
        """The next message; messages end with a NUL."""
        while b"\0" not in self._buffer:
            left = end - time.monotonic()
            ready = left > 0 and select.select([self._in], [], [], left)[0]
            piece = os.read(self._in, 1 << 20) if ready else b""
            if not piece:
                self._errors.seek(0)
                words = self._errors.read().decode(errors="replace")[-2000:]
                raise RuntimeError(f"the browser {'ended' if ready else 'does not answer'}: {words}")
            self._buffer += piece
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def send(self, method, **parameters):
        """The result of a method; events on the way are kept in `events`."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        end = time.monotonic() + _SECONDS
        while True:
            answer = self._receive(end)
            if "id" not in answer:
                self.events.append(answer)
            elif answer["id"] == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def wait_for(self, method):
        end = time.monotonic() + _SECONDS
        while not any(event["method"] == method for event in self.events):
            message = self._receive(end)
            if "id" not in message:
                self.events.append(message)

    def open(self, path, width, height, dark=False, scripts=True):
        """Loads a file; `events` are those since then."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events.clear()
        self.send("Page.navigate", url=pathlib.Path(path).absolute().as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, expression):
        """What a JavaScript expression (or promise) comes to, as JSON has it."""
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key, code, text=""):
        """Presses and lets go of a key."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def screenshot(self, path):
        """The whole page as a PNG."""
        data = self.send("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
