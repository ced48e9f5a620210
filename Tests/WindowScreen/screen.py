"""The X display for measurements of windows."""
import os
import subprocess
import time


class Screen:
    """A private X display."""

    def __enter__(self):
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.display = ":" + self.server.stdout.readline().strip()
        self.environment = dict(os.environ, DISPLAY=self.display)
        self.environment.pop("WAYLAND_DISPLAY", None)
        return self

    def __exit__(self, *_):
        self.server.kill()
        self.server.wait()

    def key(self, name):
        """Presses a key and returns the time."""
        now = time.time() * 1000
        subprocess.run(["xdotool", "key", name], env=self.environment, check=True)
        return now
