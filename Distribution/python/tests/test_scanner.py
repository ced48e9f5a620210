"""What a scanner does when its process doesn't: without `scan-qr`."""

import os
import sys
import tempfile
import threading
import unittest
from pathlib import Path

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
    def beginnings(self) -> int:
        return Path(os.environ["DOUBLE_LOG"]).read_text().count("began")

    def test_every_input_has_exactly_one_result_with_its_id(self):
        results = list(self.scanner().scan((f"id {n}", b"%d" % n) for n in range(1000)))
        self.assertEqual(sorted(r.id for r in results), sorted(f"id {n}" for n in range(1000)))
        self.assertTrue(all(r.codes[0].text == r.id[3:] for r in results))
        self.assertEqual(self.beginnings, 1)

    def test_names_are_their_ids_and_others_are_numbered(self):
        results = list(self.scanner().scan(["/a", b"b", Path("/c")]))
        self.assertEqual([r.id for r in results], ["/a", 1, Path("/c")])

    def test_what_kills_the_scanner_is_crashed_and_what_is_beside_it_isnt(self):
        inputs = [(n, b"die" if n % 40 == 7 else b"%d" % n) for n in range(200)]
        results = {r.id: r for r in self.scanner().scan(inputs)}
        self.assertEqual(len(results), 200)
        self.assertEqual({n for n, r in results.items() if r.status == "crashed"}, {7, 47, 87, 127, 167})
        self.assertTrue(all(r.is_ok for n, r in results.items() if n % 40 != 7))

    def test_what_it_dies_of_once_is_answered_the_second_time(self):
        results = list(self.scanner().scan([b"a", b"once", b"b"]))
        self.assertEqual(sorted(r.codes[0].text for r in results), ["a", "b", "once"])
        self.assertEqual(self.beginnings, 2)

    def test_what_hangs_is_a_timeout_and_what_is_behind_it_is_answered(self):
        results = {r.id: r.status for r in self.scanner(patience=1).scan([b"a", b"hang", b"b", b"c"])}
        self.assertEqual(results, {0: "ok", 1: "timeout", 2: "ok", 3: "ok"})

    def test_a_movies_partial_answers_are_one_result_also_where_it_dies_in_the_middle(self):
        scanner = self.scanner()
        whole = scanner.read(b"partial")
        self.assertEqual([c.text for c in whole.codes], ["first", "partial"])
        self.assertEqual([c.text for c in scanner.read(b"partial once").codes], ["first", "partial once"])

    def test_another_process_takes_its_place_after_so_many_answers_or_with_so_much_memory(self):
        self.assertEqual(len(list(self.scanner(recycle_after=50).scan(b"%d" % n for n in range(200)))), 200)
        self.assertIn(self.beginnings, (4, 5))
        before = self.beginnings
        inputs = [b"large"] * 3 + [b"x"] * 300
        self.assertEqual(len(list(self.scanner(recycle_megabytes=100).scan(inputs))), 303)
        self.assertEqual(self.beginnings - before, 2)

    def test_inputs_are_taken_as_there_is_room(self):
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

    def test_a_scan_that_is_left_in_the_middle_leaves_no_answers_for_the_next(self):
        scanner = self.scanner()
        for result in scanner.scan((n, b"old") for n in range(100)):
            break
        self.assertEqual(scanner.read(b"new").codes[0].text, "new")

    def test_an_input_that_cant_be_read_is_a_result(self):
        results = list(self.scanner().scan([("u", "s3nothing://bucket/key"), ("n", 7), ("b", b"x")]))
        self.assertEqual([(r.id, r.status, r.error_code) for r in results][:2],
                         [("u", "failed", "unreadable"), ("n", "failed", "unreadable")])
        self.assertTrue(results[2].is_ok)
        with self.assertRaises(ScanError):
            results[0].checked()

    def test_large_inputs_pass(self):
        data = bytes(30_000_000)
        self.assertTrue(all(r.is_ok for r in self.scanner().scan([data] * 6)))

    def test_options_that_arent_taken_are_an_error_and_a_command_that_isnt_there(self):
        with self.assertRaisesRegex(ScannerUnavailable, "unknown option"):
            list(self.scanner(arguments=["refused"]).scan([b"x"] * 20))
        with self.assertRaisesRegex(ScannerUnavailable, "doesn't run"):
            Scanner(command=["/nowhere/scan-qr"])

    def test_threads_wait_for_each_other_and_a_scan_within_a_scan_is_an_error(self):
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
