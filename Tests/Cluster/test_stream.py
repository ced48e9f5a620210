"""Tests of `scan-qr --stream`: one answer per input, immediate answers, bounded memory, and independent inputs."""

import fcntl
import json
import os
import queue
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

import measured
import pictures

SCAN_QR = os.environ["SCAN_QR"]


class Stream:
    """A `scan-qr --stream` process and its answers."""

    def __init__(self, *options: str):
        self.process = subprocess.Popen([SCAN_QR, "--stream", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.answers.put((time.monotonic(), json.loads(line)))

    def ask(self, *requests: dict, data: bytes = b"") -> None:
        for request in requests:
            self.process.stdin.write(json.dumps(request).encode() + b"\n" + data)
        self.process.stdin.flush()

    def answer(self, timeout: float = 60) -> dict:
        return self.answers.get(timeout=timeout)[1]

    def end(self) -> list[dict]:
        """Ends the input; returns the answers that were not read."""
        self.process.stdin.close()
        status = self.process.wait(timeout=300)
        assert status == 0, f"status {status}"
        time.sleep(0.2)
        return [self.answer(0) for _ in range(self.answers.qsize())]

    def processor_seconds(self) -> float:
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


class StreamTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.texts = pictures.make(cls.folder, 500)
        cls.others = pictures.others(cls.folder)

    def blank(self, width: int = 64, height: int = 64) -> bytes:
        return b"P5 %d %d 255\n" % (width, height) + bytes([255]) * (width * height)

    def test_each_of_2268_inputs_has_one_line(self):
        names = [*self.texts, *self.others]
        names = (names * 5)[:2268]
        manifest = self.folder / "requests"
        manifest.write_text("".join(json.dumps({"id": [n, name], "path": name}) + "\n" for n, name in enumerate(names)))
        with open(manifest, "rb") as file:
            done = subprocess.run([SCAN_QR, "--stream"], stdin=file, capture_output=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), 2268)
        self.assertEqual(sorted(a["id"][0] for a in answers), list(range(2268)))
        for answer in answers:
            name = answer["id"][1]
            self.assertEqual(answer["status"], self.others.get(name, "ok"), answer)
            texts = [self.texts[name]] if name in self.texts else []
            self.assertEqual([code["text"] for code in answer.get("codes", [])], texts, answer)

    def test_bytes_and_path_give_the_same_answer(self):
        stream = Stream()
        for name in [*self.texts][:50]:
            stream.ask({"id": "path", "path": name})
            by_path = stream.answer()
            data = Path(name).read_bytes()
            stream.ask({"id": "bytes", "bytes": len(data)}, data=data)
            by_bytes = stream.answer()
            for answer in (by_path, by_bytes):
                answer.pop("id"), answer.pop("ms")
            self.assertEqual(by_path, by_bytes)
        stream.end()

    def test_an_answer_is_written_immediately(self):
        stream = Stream("--jobs", "1")
        data = self.blank()
        delays = []
        for number in range(200):
            start = time.monotonic()
            stream.ask({"id": number, "bytes": len(data)}, data=data)
            at, answer = stream.answers.get(timeout=60)
            delays.append((at - start) * 1000 - answer["ms"])
        delays.sort()
        print(f"\ndelay of an answer: median {delays[100]:.2f} ms, 90th percentile {delays[180]:.2f} ms", flush=True)
        self.assertLess(delays[180], 5)
        stream.end()

    def test_a_stalled_input_does_not_block_the_others(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        stream = Stream("--jobs", "2")
        stream.ask({"id": "stalled", "path": str(fifo)})
        for number, name in enumerate([*self.texts][:300]):
            stream.ask({"id": number, "path": name})
        answered = [stream.answer()["id"] for _ in range(300)]
        self.assertNotIn("stalled", answered)
        with open(fifo, "wb") as file:
            file.write(Path(next(iter(self.texts))).read_bytes())
        self.assertEqual(stream.answer()["id"], "stalled")
        self.assertEqual(stream.end(), [])

    def test_the_window_limits_the_inputs_read_ahead(self):
        stream = Stream("--jobs", "2", "--window", "4")
        fifos = [self.folder / f"fifo{number}" for number in range(12)]
        for fifo in fifos:
            os.mkfifo(fifo)
        data = self.blank(400, 400)
        for number, fifo in enumerate(fifos[:4]):
            stream.ask({"id": number, "path": str(fifo)})
        time.sleep(1)
        # More than a pipe buffer holds: bytes beyond it are in the memory of scan-qr.
        pipe = stream.process.stdin.fileno()
        os.set_blocking(pipe, False)
        written = 0
        end = time.monotonic() + 3
        while time.monotonic() < end:
            try:
                written += os.write(pipe, (json.dumps({"id": "more", "bytes": len(data)}).encode() + b"\n" + data)[:65536])
            except BlockingIOError:
                time.sleep(0.1)
        waiting = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
        self.assertLess(written - waiting, 500_000, "scan-qr reads inputs beyond the window")
        stream.process.kill()
        stream.process.wait()

    def test_memory_is_flat_over_10000_inputs(self):
        stream = Stream("--jobs", "2")
        name = next(iter(self.texts))
        megabytes = []
        for round in range(10):
            for number in range(1000):
                stream.ask({"id": number, "path": name})
                if number >= 8:
                    stream.answer()
            for _ in range(8):
                stream.answer()
            megabytes.append(stream.resident_megabytes())
        print(f"\nafter 1,000 inputs {megabytes[0]:.1f} MB, after 10,000 {megabytes[-1]:.1f} MB", flush=True)
        self.assertLess(megabytes[-1], 100)
        self.assertLess(megabytes[-1] - megabytes[0], 10)
        stream.end()

    def test_a_scan_beyond_its_deadline_times_out_and_the_next_input_is_answered(self):
        hostile = self.folder / "finders.pgm"
        hostile.write_bytes(finders(4050))
        stream = Stream("--jobs", "1", "--deadline", "2", "--effort", "thorough", "--types", "all")
        stream.ask({"id": "hostile", "path": str(hostile)}, {"id": "next", "path": next(iter(self.texts))})
        first = stream.answer(120)
        seconds = stream.processor_seconds()
        self.assertEqual(first["id"], "hostile")
        print(f"\na picture full of finder patterns: {first['status']} after {seconds:.2f} s of CPU, deadline 2", flush=True)
        self.assertIn(first["status"], ("timeout", "ok"))
        self.assertLess(seconds, 2.5)
        second = stream.answer()
        self.assertEqual((second["id"], second["status"]), ("next", "ok"))
        stream.end()

    def test_scan_qr_ends_within_a_second_of_a_signal(self):
        hostile = self.folder / "finders2.pgm"
        hostile.write_bytes(finders(4050))
        # A shell starts background processes with SIGINT ignored, and child processes inherit this.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for sign in (signal.SIGTERM, signal.SIGINT):
            stream = Stream("--jobs", "1", "--effort", "thorough", "--types", "all")
            stream.ask({"id": 1, "path": str(hostile)})
            time.sleep(1)
            start = time.monotonic()
            stream.process.send_signal(sign)
            stream.process.wait(timeout=60)
            seconds = time.monotonic() - start
            print(f"\n{sign.name}: ended after {seconds:.2f} s", flush=True)
            self.assertLess(seconds, 1)

    def test_the_protocol_takes_less_than_100_microseconds_per_picture(self):
        data = self.blank()
        count = 5000
        for number in range(count):
            (self.folder / f"blank{number}.pgm").write_bytes(data)
        names = [str(self.folder / f"blank{number}.pgm") for number in range(count)]
        listed, requests = self.folder / "listed", self.folder / "requests"
        listed.write_text("\n".join(names))
        requests.write_text("".join(json.dumps({"id": n, "path": name}) + "\n" for n, name in enumerate(names)))
        costs = []
        for _ in range(3):
            plain = measured.cpu_time([SCAN_QR, "-q", "-j", "1", "--files-from", str(listed)], stdout=subprocess.DEVNULL, expected=4)
            with open(requests, "rb") as file:
                streamed = measured.cpu_time([SCAN_QR, "--stream", "-j", "1"], stdin=file, stdout=subprocess.DEVNULL)
            costs.append((streamed - plain) / count * 1e6)
        costs.sort()
        print(f"\nthe protocol takes {costs[1]:.0f} µs of CPU time per picture more than a list", flush=True)
        self.assertLess(costs[1], 100)


def finders(side: int) -> bytes:
    """Returns a picture full of finder patterns, each a possible corner of a code."""
    row = {0: b"\0" * 7, 1: b"\0\xff\xff\xff\xff\xff\0", 2: b"\0\xff\0\0\0\xff\0"}
    patterns = [row[min(n, 6 - n, 2)] + b"\xff\xff" for n in range(7)] + [b"\xff" * 9] * 2
    lines = [(pattern * (side // 9 + 1))[:side] for pattern in patterns]
    return b"P5 %d %d 255\n" % (side, side) + b"".join(lines[n % 9] for n in range(side))


if __name__ == "__main__":
    unittest.main()
