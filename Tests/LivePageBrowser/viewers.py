"""Viewers of a live page or a stream without a browser, with Python's standard library only."""
import json
import os
import socket
import struct
import subprocess
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")


def cpu(process):
    """Returns the CPU time of a process, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(process):
    """Returns the resident memory of a process, in bytes."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def make_film(folder):
    """Writes two seconds of 720p as a sequence of JPEG pictures."""
    film = folder + "/frames.mjpeg"
    # Noise makes the pictures as large as a camera's.
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=30:duration=2,noise=alls=12:allf=t",
         "-q:v", "4", "-f", "mjpeg", film], check=True)
    return film


class Reader(threading.Thread):
    """A viewer that counts pictures."""

    def __init__(self, address, stalls=False):
        super().__init__(daemon=True)
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.frames, self.stalls, self.is_over, self.has_lost = 0, stalls, False, False
        self.last, self.longest_gap = None, 0

    def run(self):
        try:
            self.look()
        except OSError:
            pass  # The connection was closed.
        self.has_lost = not self.is_over and not self.stalls

    def count(self):
        now = time.monotonic()
        if self.last:
            self.longest_gap = max(self.longest_gap, now - self.last)
        self.last = now
        self.frames += 1

    def end(self):
        self.is_over = True
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The other side has closed it.


class PageReader(Reader):
    """A viewer that uses the page's WebSocket."""

    def __init__(self, address, token, stalls=False):
        super().__init__(address, stalls)
        self.token = token

    def say(self, message):
        data = json.dumps(message).encode()
        self.socket.send(bytes([0x81, 0x80 | len(data)]) + bytes(4) + data)

    def look(self):
        file = self.socket.makefile("rb")
        self.socket.send(
            b"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        while file.readline().strip():
            pass
        self.say({"token": self.token})
        if self.stalls:
            return
        while not self.is_over:
            head = file.read(2)
            if len(head) < 2:
                return
            length = head[1]
            if length == 126:
                length = struct.unpack(">H", file.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", file.read(8))[0]
            data = file.read(length)
            if head[0] & 15 == 2:
                note = json.loads(data[4:4 + struct.unpack(">I", data[:4])[0]])
                self.say({"drawn": note["number"]})
                self.count()


class StreamReader(Reader):
    """A viewer of uStreamer's endless stream."""

    def look(self):
        self.socket.send(b"GET /stream HTTP/1.0\r\n\r\n")
        rest = b""
        while not self.is_over:
            data = self.socket.recv(1 << 20)
            if not data:
                return
            rest += data
            for _ in range(rest.count(b"\xff\xd9\r\n")):
                self.count()
            rest = rest[-3:]
