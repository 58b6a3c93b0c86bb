# SPDX-License-Identifier: Apache-2.0
"""What is remembered of past compiles: plans list, show and prune."""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import time
import unittest

import cli_support as cli

REMEMBER = os.environ["LOGPHEAD_REMEMBER_PLANS"]
DAY = 86400


def row(number, compiler="libtpu==0.0.51", topology="tpu7x:4x4x8", filler=0):
    """A compile as plan would remember it."""
    return {
        "program": f"{number:032x}", "options": f"topology {topology}", "plugin": "f" * 32,
        "description": {"verdict": "compiles", "compiler": compiler, "topology": topology,
                        "mesh": "fsdp=8,context=4", "head": "chunked", "program": "loss_and_grad",
                        "chunk": 1024 + number},
        "report": {"compiled": True, "temp_bytes": number, "filler": "x" * filler},
        "seconds": 10.25 + number,
    }


class PlansTest(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "plans.sqlite"
        self.environment["LOGPHEAD_PLANS"] = str(self.file)

    def remember(self, *rows, file=None):
        """The keys of rows remembered in the database."""
        lines = "".join(json.dumps(each) + "\n" for each in rows)
        result = subprocess.run([REMEMBER, str(file or self.file)], input=lines, text=True,
                                capture_output=True, check=True, timeout=60)
        self.assertEqual(result.stderr, "")
        return result.stdout.split()

    def edit(self, sql):
        with sqlite3.connect(self.file) as database:
            self.assertGreater(database.execute(sql).rowcount, 0)
        database.close()

    def listed(self, *words):
        """The compiles that list gives as JSON."""
        report = json.loads(self.assert_runs("plans list --format json", *words).stdout)
        self.assertEqual(report["schema"], 1)
        self.assertEqual(report["plans"], str(self.file))
        return report["compiles"]

    def test_list(self):
        keys = self.remember(row(1), row(2, compiler="libtpu==0.0.50"), row(3, topology="cpu:8"))
        lines = self.assert_runs("plans list").stdout.splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual(lines[0].split(), ["key", "made", "seconds", "verdict", "compiler",
                                            "topology", "mesh", "head", "program", "chunk"])
        for line, key, number in zip(lines[1:], reversed(keys), (3, 2, 1)):
            self.assertTrue(line.startswith(key[:12] + " "), line)
            self.assertRegex(line, rf" {10.25 + number:.1f} .* loss_and_grad  {1024 + number}$")
        self.assertEqual(lines[4], f"3 compiles in {self.file}")
        compiles = self.listed()
        self.assertEqual([each["key"] for each in compiles], keys[::-1])
        self.assertEqual(compiles[2]["description"], row(1)["description"])
        self.assertEqual(compiles[2]["seconds"], 11.25)
        self.assertLess(abs(compiles[2]["created"] - time.time()), 100)
        self.assertEqual([each["key"] for each in self.listed("--compiler libtpu==0.0.50")],
                         [keys[1]])
        self.assertEqual([each["key"] for each in self.listed("--topology cpu:8")], [keys[2]])
        self.assertEqual(self.listed("--compiler libtpu"), [])
        self.assertEqual(self.assert_runs("plans list --compiler none").stdout,
                         f"0 compiles of 3 in {self.file}\n")

    def test_show(self):
        keys = self.remember(row(1), row(2))
        text = self.assert_runs("plans show", [keys[0]]).stdout
        for piece in (keys[0], "topology tpu7x:4x4x8", row(1)["program"], '"temp_bytes": 1'):
            self.assertIn(piece, text)
        shown = json.loads(self.assert_runs("plans show --format json", [keys[1][:10]]).stdout)
        self.assertEqual(shown["key"], keys[1])
        for name in ("program", "options", "plugin", "description", "report", "seconds"):
            self.assertEqual(shown[name], row(2)[name])
        self.assert_refused("plans show", ["0123456789abcdef"], status=cli.NO, says="no compile")
        self.assert_refused("plans show 12", says="4 to 32 hexadecimal digits")
        self.assert_refused("plans show zzzzzz", says="hexadecimal")

    def test_prune(self):
        self.remember(*(row(number, compiler="one" if number < 6 else "two", filler=3000)
                        for number in range(10)))
        self.edit(f"UPDATE compiles SET used = used - {10 * DAY} WHERE seconds < 12")
        before = self.file.stat().st_size
        printed = self.assert_runs("plans prune --older-than 7").stdout
        self.assertRegex(printed, rf"^2 compiles forgotten, 8 left in {re.escape(str(self.file))}, ")
        self.assertIn("0 compiles forgotten, 8 left",
                      self.assert_runs("plans prune --older-than 7 --compiler one").stdout)
        self.assertIn("4 compiles forgotten, 4 left",
                      self.assert_runs("plans prune --compiler one").stdout)
        self.assertEqual({each["description"]["compiler"] for each in self.listed()}, {"two"})
        self.assertRegex(self.assert_runs("plans prune --all").stdout,
                         r"^4 compiles forgotten, 0 left in .*, [\d.]+ kB freed\n$")
        self.assertLess(self.file.stat().st_size, before)
        self.assertEqual(self.assert_runs("plans list").stdout, f"0 compiles in {self.file}\n")

    def test_nothing_there(self):
        for words in ("plans list", "plans prune --all"):
            result = self.assert_runs(words)
            self.assertEqual(result.stdout,
                             f"nothing is remembered: there is no file {self.file}\n")
        self.assert_refused("plans show 12345678", status=cli.NO, says="nothing is remembered")
        self.assertEqual(list(self.folder.iterdir()), [])
        off = {"LOGPHEAD_PLANS": "none"}
        self.assertIn("switched off", self.assert_runs("plans list", env=off).stdout)
        report = json.loads(self.assert_runs("plans list --format json", env=off).stdout)
        self.assertEqual(report, {"schema": 1, "plans": None, "compiles": []})

    def test_which_file(self):
        home = self.folder / "home"
        cache = self.folder / "cache"
        self.remember(row(1), file=home / ".cache/logphead/plans.sqlite")
        self.remember(row(1), row(2), file=cache / "logphead/plans.sqlite")
        self.remember(row(1), row(2), row(3), file=self.folder / "named.sqlite")
        del self.environment["LOGPHEAD_PLANS"]
        self.environment.pop("XDG_CACHE_HOME", None)
        self.environment["HOME"] = str(home)
        self.assertIn("1 compile in ", self.assert_runs("plans list").stdout)
        self.environment["XDG_CACHE_HOME"] = str(cache)
        self.assertIn("2 compiles in ", self.assert_runs("plans list").stdout)
        self.assertIn("3 compiles in named.sqlite",
                      self.assert_runs("plans list --plans named.sqlite").stdout)
        del self.environment["HOME"], self.environment["XDG_CACHE_HOME"]
        self.assert_refused("plans list", says=["HOME", "LOGPHEAD_PLANS"])

    def test_flags_that_do_not_fit(self):
        self.remember(row(1))
        for words, says in (
                ("plans", "use list, show or prune"), ("plans lst", "list"),
                ("plans prune", "--all"), ("plans prune --all --compiler x", "--all"),
                ("plans prune --older-than x", "--older-than"),
                ("plans prune --older-than -1", "--older-than"),
                ("plans prune --older-than 1e9", "--older-than"),
                ("plans prune --all --format json", "--format"), ("plans list --all", "--all"),
                ("plans list abcd", "key"), ("plans show", "key"), ("plans show abcd abce", "abce"),
                ("plans show abcd --compiler x", "--compiler"), ("plans list --format csv", "csv"),
                ("plans list --plans .", "folder"), ("plans list --plans /dev/null", "regular")):
            with self.subTest(words):
                self.assert_refused(words, says=says)
        self.assertEqual(len(self.listed()), 1)

    def test_damage_is_said(self):
        keys = self.remember(row(1), row(2))
        self.edit("UPDATE compiles SET report = '{}' WHERE seconds < 12")
        result = self.assert_runs("plans list --format json")
        self.assertEqual([each["key"] for each in json.loads(result.stdout)["compiles"]], keys[1:])
        self.assertRegex(result.stderr, r"\Anote: a compile in .* was damaged and is removed\n\Z")
        self.assertEqual(self.assert_runs("plans list").stderr, "")
        # A newer one is set aside, whole.
        with sqlite3.connect(self.file) as database:
            database.execute("PRAGMA user_version = 7")
        database.close()
        result = self.assert_runs("plans list")
        self.assertRegex(result.stderr, r"\Anote: .* is of a newer version \(it has version 7, .*\n\Z")
        (aside,) = self.folder.glob("plans.sqlite.newer-*[0-9]")
        self.assertIn(str(aside), result.stderr)
        with sqlite3.connect(aside) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM compiles").fetchone(), (1,))
        database.close()
        # What is cut is set aside; a file of something else is left.
        self.remember(*map(row, range(100)))
        os.truncate(self.file, 8192)
        self.assertRegex(self.assert_runs("plans list").stderr, r"\Anote: .* is damaged \(.*\n\Z")
        other = self.write("other.txt", b"something else\n" * 1000)
        self.assert_refused("plans list --plans other.txt", says=["other.txt", "left as it is"])
        self.assertEqual(other.read_bytes(), b"something else\n" * 1000)

    def test_readers_while_a_writer_writes(self):
        lines = "".join(json.dumps(row(number)) + "\n" for number in range(100))
        with subprocess.Popen([REMEMBER, str(self.file)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as writer:
            writer.stdin.write(json.dumps(row(0)) + "\n")
            writer.stdin.flush()
            writer.stdout.readline()
            before = len(self.listed())
            self.assertEqual(before, 1)
            writer.stdin.write(lines)
            writer.stdin.flush()
            while before < 100:
                now = len(self.listed())
                self.assertGreaterEqual(now, before)
                before = now
            self.assertIn("forgotten", self.assert_runs("plans prune --compiler nobody").stdout)
            writer.stdin.close()
            self.assertEqual(writer.wait(60), 0)
        self.assertEqual(len(self.listed()), 100)
        self.assertEqual({path.name for path in pathlib.Path(self.folder).iterdir()},
                         {"plans.sqlite", "plans.sqlite.lock"})


if __name__ == "__main__":
    unittest.main()
