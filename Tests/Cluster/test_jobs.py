"""Tests of Spark and Ray jobs: one result per input although processes are killed, at the cost of the command."""

import json
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import measured
import nodes
import pictures
import s3fs
from moto.server import ThreadedMotoServer

SCAN_QR = os.environ["SCAN_QR"]
HERE = Path(__file__).parent
ENGINES = ("spark", "ray")
#: The largest permitted ratio of a job's CPU time, minus that of an empty job, to that of the command.
LARGEST_RATIO = {"spark": 1.05, "ray": 1.15}


class JobTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.texts = pictures.make(cls.folder, 400)
        cls.large = pictures.large(cls.folder, cls.texts, 40)

    def run_job(self, engine: str, names: list[str], **options) -> tuple[dict, float]:
        """Runs a job; returns its row for each name, and the CPU time in seconds."""
        manifest, results = self.folder / "manifest", self.folder / "results"
        manifest.write_text("".join(name + "\n" for name in names))
        results.unlink(missing_ok=True)
        arguments = [f"{name}={value}" for name, value in options.items()]
        job = [sys.executable, HERE / "job.py", engine, manifest, results, *arguments]
        seconds = measured.system_cpu_time(job, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = [json.loads(line) for line in results.read_text().splitlines()]
        by_name = {row["id"]: row for row in rows}
        self.assertEqual(len(rows), len(by_name), "an input has two rows")
        self.assertEqual(set(by_name), set(names))
        return by_name, seconds

    def check(self, by_name: dict, statuses: dict[str, str]) -> None:
        for name, text in self.texts.items():
            if name in by_name:
                self.assertEqual((by_name[name]["status"], by_name[name]["codes"]), ("ok", [text]), name)
        for name, status in statuses.items():
            self.assertEqual(by_name[name]["status"], status, name)

    def test_every_input_has_a_row(self):
        statuses = pictures.others(self.folder)
        for engine in ENGINES:
            with self.subTest(engine):
                rows, _ = self.run_job(engine, [*self.texts, *statuses])
                self.check(rows, statuses)

    def test_an_input_that_kills_the_scanner_gives_one_crashed_row(self):
        poison = str(self.folder / "poison.png")
        Path(poison).write_bytes(Path(next(iter(self.texts))).read_bytes())
        names = list(self.texts)[:100]
        names.insert(50, poison)
        command = f"{sys.executable} {HERE / 'poisoned.py'} {SCAN_QR}"
        for engine in ENGINES:
            with self.subTest(engine):
                rows, _ = self.run_job(engine, names, command=command)
                self.check(rows, {poison: "crashed"})

    def test_every_input_has_one_row_although_processes_are_killed(self):
        for engine, victims in (
            ("spark", ["scan-qr --stream", "CoarseGrainedExecutorBackend"]), ("ray", ["scan-qr --stream", "ray::MapWorker"]),
        ):
            for victim in victims:
                with self.subTest(engine=engine, victim=victim):
                    self.check_killed(engine, Killer(victim, lambda found: os.kill(random.choice(found), signal.SIGKILL), 3))

    def test_every_input_has_one_row_although_a_node_is_killed(self):
        for engine, start in (("spark", nodes.Spark), ("ray", nodes.Ray)):
            with self.subTest(engine):
                cluster = start()
                try:
                    killer = Killer("scan-qr --stream", lambda _: cluster.kill_node(), 1)
                    self.check_killed(engine, killer, cluster=cluster.address)
                finally:
                    cluster.end()

    def check_killed(self, engine: str, killer: "Killer", **options) -> None:
        """Checks that each input has a row, although the killer kills a process during the job."""
        many = self.copies(10)
        rows, _ = self.run_job(engine, list(many), effort="thorough", arguments="--types all", **options)
        self.assertGreater(killer.end(), 0, "no process was killed")
        self.assertEqual({row["status"] for row in rows.values()}, {"ok"})
        self.assertEqual({name: row["codes"] for name, row in rows.items()}, {name: [text] for name, text in many.items()})

    def copies(self, count: int) -> dict[str, str]:
        """Creates links to each large picture, the given number each; returns their texts by name."""
        many = {}
        for copy in range(count):
            for name, text in self.large.items():
                link = self.folder / f"{copy}-{Path(name).name}"
                if not link.exists():
                    link.symlink_to(name)
                many[str(link)] = text
        return many

    def test_a_missing_object_gives_one_failed_row(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        os.environ.update(
            AWS_ENDPOINT_URL=f"http://{host}:{port}", AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b",
            AWS_DEFAULT_REGION="us-east-1",
        )
        store = s3fs.S3FileSystem()
        store.mkdir("pictures")
        texts = {f"s3://pictures/{Path(name).name}": (name, text) for name, text in list(self.texts.items())[:20]}
        for key, (name, _) in texts.items():
            store.put(name, key)
        missing = "s3://pictures/missing.png"
        for engine in ENGINES:
            with self.subTest(engine):
                rows, _ = self.run_job(engine, [*texts, missing])
                self.assertEqual(rows.pop(missing)["status"], "failed")
                self.assertEqual({key: row["codes"] for key, row in rows.items()},
                                 {key: [text] for key, (_, text) in texts.items()})

    def test_a_job_costs_as_much_as_the_command(self):
        # With this many pictures, the varying overhead of an engine is small.
        many = self.copies(100)
        listed = self.folder / "listed"
        listed.write_text("\n".join(many))
        plain = measured.system_cpu_time([SCAN_QR, "-q", "-j", "2", "--files-from", str(listed)], stdout=subprocess.DEVNULL)
        for engine in ENGINES:
            with self.subTest(engine):
                _, empty = self.run_job(engine, [])
                _, whole = self.run_job(engine, list(many))
                ratio = (whole - empty) / plain
                print(f"\n{engine}: {len(many)} pictures, command {plain:.1f} s of CPU time, job {whole:.1f} s, "
                      f"empty job {empty:.1f} s, ratio {ratio:.2f}", flush=True)
                self.assertLess(ratio, LARGEST_RATIO[engine])


class Killer:
    """A thread that kills processes 1.5 s after one with a text in its command line starts."""

    def __init__(self, part: str, kill: Callable[[list[int]], None], times: int):
        self._part = part
        self._kill = kill
        self._times = times
        self._count = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._count < self._times and not self._is_over.wait(1):
            if measured.processes(self._part) and not self._is_over.wait(1.5):
                try:
                    self._kill(measured.processes(self._part))
                    self._count += 1
                except (IndexError, ProcessLookupError):
                    pass

    def end(self) -> int:
        """Stops the thread; returns the number of kills."""
        self._is_over.set()
        self._thread.join()
        return self._count


if __name__ == "__main__":
    unittest.main()
