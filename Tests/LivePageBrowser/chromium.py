"""Headless Chromium, controlled over its debugging pipe with Python's standard library only."""
import base64
import fcntl
import itertools
import json
import os
import select
import subprocess
import tempfile
import time


class Chromium:
    """A browser with one page."""

    def __init__(self, width=1280, height=800, scale=1, dark=False, program="chromium", options=()):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (reading, self.to), (self.back, writing) = os.pipe(), os.pipe()
        # The browser reads descriptor 3 and writes descriptor 4, which must not be in use here.
        theirs_in, theirs_out = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (reading, writing))
        command = [
            program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}",
            "--no-first-run", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
            "--disable-dev-shm-usage",
        ] + ["--no-sandbox"] * (os.geteuid() == 0) + list(options) + ["about:blank"]

        def take_ends():
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        self.process = subprocess.Popen(
            command, pass_fds=(3, 4), preexec_fn=take_ends, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for end in (theirs_in, theirs_out, reading, writing):
            os.close(end)
        self.numbers, self.rest, self.events = itertools.count(1), b"", []
        self.session = None
        page = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.size(width, height, scale)
        self.theme(dark)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.receive(60)
            if answer is None:
                raise TimeoutError(method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, timeout):
        """Returns the next message; None after the timeout in seconds."""
        end = time.monotonic() + timeout
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                return None
            data = os.read(self.back, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def size(self, width, height, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
            mobile=width < 600)

    def theme(self, dark):
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def open(self, address):
        # Chromium does not reload for a change of the fragment only.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)

    def evaluate(self, expression):
        """Returns the value of a JavaScript expression, after awaiting a promise."""
        result = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def wait(self, expression, timeout=60):
        """Waits until an expression is true."""
        end = time.monotonic() + timeout
        while True:
            try:
                if value := self.evaluate(expression):
                    return value
            except RuntimeError:
                pass  # The page is being loaded.
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def key(self, key, text=None):
        text = text if text is not None else key
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Returns the console's errors and warnings, policy violations and exceptions."""
        self.evaluate("1")
        messages = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                messages.append(parameters["entry"]["text"])
            elif method == "Runtime.exceptionThrown":
                messages.append(json.dumps(parameters["exceptionDetails"])[:300])
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                messages.append(json.dumps(parameters["args"])[:300])
        return messages

    def requests(self):
        """Returns the addresses of all requests."""
        self.evaluate("1")
        return [
            event["params"].get("url") or event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") in ("Network.requestWillBeSent", "Network.webSocketCreated")
        ]
