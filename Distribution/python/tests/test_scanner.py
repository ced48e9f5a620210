"""Tests of `Scanner` with a test double that dies, hangs or rejects its options."""

import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import opencapture
from opencapture import Scanner, ScannerUnavailable, ScanError

DOUBLE = [sys.executable, str(Path(__file__).with_name("scanner_double.py"))]


class ScannerTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.environ["DOUBLE_LOG"] = str(Path(self.folder.name) / "log")
        os.environ["DOUBLE_MARK"] = str(Path(self.folder.name) / "mark")
        self.addCleanup(self.folder.cleanup)

    def scanner(self, **options) -> Scanner:
        scanner = Scanner(command=DOUBLE, **{"jobs": 2, "window": 4, **options})
        self.addCleanup(scanner.close)
        return scanner

    @property
    def start_count(self) -> int:
        return Path(os.environ["DOUBLE_LOG"]).read_text().count("start")

    def test_every_input_has_exactly_one_result_with_its_id(self):
        results = list(self.scanner().scan((f"id {n}", b"%d" % n) for n in range(1000)))
        self.assertEqual(sorted(r.id for r in results), sorted(f"id {n}" for n in range(1000)))
        self.assertTrue(all(r.codes[0].text == r.id[3:] for r in results))
        self.assertEqual(self.start_count, 1)

    def test_names_are_ids_and_other_inputs_are_numbered(self):
        results = list(self.scanner().scan(["/a", b"b", Path("/c")]))
        self.assertEqual([r.id for r in results], ["/a", 1, Path("/c")])

    def test_only_inputs_that_kill_the_scanner_are_crashed(self):
        inputs = [(n, b"die" if n % 40 == 7 else b"%d" % n) for n in range(200)]
        results = {r.id: r for r in self.scanner().scan(inputs)}
        self.assertEqual(len(results), 200)
        self.assertEqual({n for n, r in results.items() if r.status == "crashed"}, {7, 47, 87, 127, 167})
        self.assertTrue(all(r.is_ok for n, r in results.items() if n % 40 != 7))

    def test_an_input_that_kills_the_scanner_once_is_answered_the_second_time(self):
        results = list(self.scanner().scan([b"a", b"once", b"b"]))
        self.assertEqual(sorted(r.codes[0].text for r in results), ["a", "b", "once"])
        self.assertEqual(self.start_count, 2)

    def test_an_input_that_hangs_times_out_and_the_next_inputs_are_answered(self):
        results = {r.id: r.status for r in self.scanner(timeout=1).scan([b"a", b"hang", b"b", b"c"])}
        self.assertEqual(results, {0: "ok", 1: "timeout", 2: "ok", 3: "ok"})

    def test_partial_answers_are_one_result_even_if_the_scanner_dies_between_them(self):
        scanner = self.scanner()
        whole = scanner.read(b"partial")
        self.assertEqual([c.text for c in whole.codes], ["first", "partial"])
        self.assertEqual([c.text for c in scanner.read(b"partial once").codes], ["first", "partial once"])

    def test_the_window_limits_the_inputs_read_ahead(self):
        taken = 0

        def inputs():
            nonlocal taken
            while True:
                taken += 1
                yield b"x"

        scan = self.scanner().scan(inputs())
        next(scan)
        self.assertLessEqual(taken, 5)
        scan.close()

    def test_an_abandoned_scan_leaves_no_answers_to_the_next(self):
        scanner = self.scanner()
        for result in scanner.scan((n, b"old") for n in range(100)):
            break
        self.assertEqual(scanner.read(b"new").codes[0].text, "new")

    def test_a_scanner_that_is_not_closed_ends_with_the_program(self):
        program = f"import opencapture; s = opencapture.Scanner(command={DOUBLE!r}); s.read(b'x')"
        run = subprocess.run([sys.executable, "-c", program], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
                             capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_an_unreadable_input_gets_a_result(self):
        results = list(self.scanner().scan([("u", "s3nothing://bucket/key"), ("n", 7), ("b", b"x")]))
        self.assertEqual([(r.id, r.status, r.error_code) for r in results][:2],
                         [("u", "failed", "unreadable"), ("n", "failed", "unreadable")])
        self.assertTrue(results[2].is_ok)
        with self.assertRaises(ScanError):
            results[0].checked()

    def test_large_inputs_are_answered(self):
        data = bytes(30_000_000)
        self.assertTrue(all(r.is_ok for r in self.scanner().scan([data] * 6)))

    def test_wrong_arguments_and_a_missing_command_raise_errors(self):
        with self.assertRaisesRegex(ValueError, "^unknown option 'refused'$"):
            self.scanner(arguments=["refused"])
        for options in ({"jobs": -1}, {"window": 0}, {"deadline": 0}, {"timeout": -1}):
            with self.assertRaisesRegex(ValueError, "must be greater than 0"):
                self.scanner(**options)
        with self.assertRaisesRegex(ScannerUnavailable, "cannot run"):
            Scanner(command=["/nowhere/scan-qr"])

    def test_spark_and_ray_are_imported_at_their_first_use(self):
        for name, module in (("spark", "pyarrow"), ("ray", "pyarrow")):
            try:
                __import__(module)
            except ImportError:
                with self.assertRaisesRegex(ImportError, module):
                    getattr(opencapture, name)
            else:
                self.assertTrue(callable(getattr(opencapture, name).scan))
        with self.assertRaises(AttributeError):
            opencapture.flink

    def test_threads_wait_for_each_other_and_a_nested_scan_raises_an_error(self):
        scanner = self.scanner()
        counts = []
        threads = [threading.Thread(target=lambda: counts.append(len(list(scanner.scan([b"x"] * 50))))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(counts, [50] * 4)
        for _ in scanner.scan([b"x"]):
            with self.assertRaises(RuntimeError):
                scanner.read(b"y")


if __name__ == "__main__":
    unittest.main()
