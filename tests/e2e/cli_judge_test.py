# SPDX-License-Identifier: Apache-2.0
"""What plan makes of compiled programs: fits, seconds, the best, calibration, several meshes, the page."""

import json
import unittest

import cli_support as cli

SHAPE = "--batch 4 --sequence 256 --hidden 8 --vocab 32 --chunk 64"
CELL = f"{SHAPE} --topology cpu:8 --mesh {cli.MESH}"
RATES = {"matmul_flops_per_second": 1e9, "hbm_bytes_per_second": 1e9, "wire_bytes_per_second": 1e9,
         "hbm_bytes": 10**6, "overlaps_memory": False, "source": "made up"}


class JudgeTest(cli.CommandLineTestCase):
    def report(self, *words, status=cli.YES, **options):
        return json.loads(self.assert_runs("plan --format json", *words, status=status,
                                           **options).stdout)

    def table(self, **rates):
        entry = {key: value for key, value in {**RATES, **rates}.items() if value is not None}
        return self.write("table.json", json.dumps({"schema": 1, "devices": {"cpu": entry}}).encode())

    def test_seconds_are_counts_over_rates(self):
        path = self.table()
        report = self.report(CELL, "--head local,vocab:context", ["--device-table", path])
        for row in report["rows"]:
            seconds = row["seconds"]
            self.assertAlmostEqual(seconds["compute"], row["matmul_flops"] / 1e9)
            self.assertAlmostEqual(seconds["memory"], row["hbm_bytes"] / 1e9)
            self.assertAlmostEqual(seconds["wire"], row["wire_bytes"] / 1e9)
            self.assertAlmostEqual(sum(use["wire_bytes"] for use in row["wire"]), row["wire_bytes"])
            total = seconds["compute"] + seconds["memory"] + seconds["wire"]
            self.assertAlmostEqual(seconds["sequential"], total)
            self.assertAlmostEqual(seconds["overlapped"], max(seconds["wire"], total - seconds["wire"]))
        order = sorted(range(2), key=lambda i: report["rows"][i]["seconds"]["sequential"])
        self.assertEqual((report["ranking"], report["best"]), (order, order[0]))
        self.assertIn(report["rows"][order[0]]["head"], report["use"][0])
        self.assertEqual(report["devices"]["cpu"]["source"], "made up")

    def test_what_fits_beside_what_is_resident(self):
        row = self.report(CELL)["rows"][0]
        peak = row["peak_bytes"]
        self.assertTrue(row["fits"])
        path = self.table(hbm_bytes=peak)
        self.assertTrue(self.report(CELL, ["--device-table", path])["rows"][0]["fits"])
        report = self.report(CELL, ["--device-table", path], "--resident 0.000001", status=cli.NO)
        self.assertFalse(report["rows"][0]["fits"])
        self.assertIsNone(report["best"])
        self.assertIn("no case fits", report["reason"])
        path = self.table(hbm_bytes=peak - 1)
        self.assertFalse(self.report(CELL, ["--device-table", path], status=cli.NO)["rows"][0]["fits"])

    def test_a_loop_without_a_trip_count_is_told(self):
        report = self.report(CELL, "--head local --skip-masked")
        row = report["rows"][0]
        self.assertIsNone(row["seconds"])
        self.assertIsNone(row["matmul_flops"])
        self.assertTrue(any("no trip count" in reason for reason in row["unknown"]), row["unknown"])
        text = self.assert_runs("plan", CELL, "--head local --skip-masked").stdout
        self.assertIn("not predicted: local chunk 64: ", text)

    def test_several_meshes_and_topologies(self):
        report = self.report(SHAPE, "--topology cpu:8,cpu:4 --mesh fsdp=2,context=4 --mesh fsdp=4")
        self.assertEqual([(row["topology"], row["mesh"]) for row in report["rows"]],
                         [("cpu:8", "fsdp=2,context=4"), ("cpu:4", "fsdp=4")])
        said = self.assert_runs("plan", SHAPE, "--topology cpu:8 --mesh fsdp=8 --mesh fsdp=4").stderr
        self.assertIn("left out: the mesh fsdp=4 has 4 devices", said)
        self.assert_refused("plan", SHAPE, "--topology cpu:8 --mesh fsdp=2 --mesh fsdp=4",
                            says=["has 2 devices", "cpu:8 has 8"])

    def test_meshes_that_a_head_does_not_fit_are_left_out(self):
        words = (SHAPE, "--topology cpu:8 --head vocab:context")
        result = self.assert_runs("plan --format json", *words, "--mesh fsdp=8 --mesh context=8 --mesh context=8")
        self.assertEqual([row["mesh"] for row in json.loads(result.stdout)["rows"]], ["context=8"])
        self.assertIn("left out: the mesh fsdp=8: ", result.stderr)
        self.assert_refused("plan", *words, "--mesh fsdp=8 --mesh expert=8", says=["context"])

    def test_several_compilers_are_a_matrix(self):
        text = self.assert_runs("plan", CELL, "--head local --compiler",
                                ["xla-cpu-pjrt==0.0.1,lammps-jax-pjrt-cpu==0.11.2"]).stdout
        (line,) = [line for line in text.splitlines() if line.startswith("case ")]
        self.assertIn("xla-cpu-pjrt==0.0.1", line)
        self.assertIn("lammps-jax-pjrt-cpu==0.11.2", line)

    def test_calibrate(self):
        plans = {"LOGPHEAD_PLANS": str(self.folder / "plans.sqlite")}
        heads = "--head local,vocab:context"
        before = self.report(CELL, heads, env=plans)
        seconds = [row["seconds"]["sequential"] for row in before["rows"]]
        measured = ",".join(f"{3 * each:.9f}" for each in seconds)
        said = self.assert_runs("calibrate", CELL, heads, ["--measured", measured], env=plans).stdout
        self.assertIn("stored for cpu", said)
        after = self.report(CELL, heads, env=plans)
        for row, each in zip(after["rows"], seconds):
            self.assertAlmostEqual(row["seconds"]["sequential"], 3 * each, delta=1e-3 * each)
            self.assertTrue(row["recalled"])
        factors = after["devices"]["cpu"]["calibration"]["factors"]
        for factor in factors.values():
            self.assertAlmostEqual(factor, 3, places=3)
        self.assertIn("calibrated by 2 measurements",
                      self.assert_runs("plan", CELL, heads, env=plans).stdout)
        self.assert_runs("calibrate --forget cpu", env=plans)
        self.assert_runs("calibrate --forget cpu", env=plans, status=cli.NO)
        self.assertIsNone(self.report(CELL, heads, env=plans)["devices"]["cpu"]["calibration"])

    def test_calibrate_refuses(self):
        for words, says in (
                ("", ["--measured is missing"]),
                ("--measured 1,2", ["2 seconds for 1 cases", "local chunk 64"]),
                ("--measured 0", ["--measured", "above 0"]),
                ("--measured 1 --rest", ["1 measurements are too few", "2 or more"]),
                ("--measured 1 --fit compute,disk", ["--fit", "compute or memory or wire"])):
            with self.subTest(words):
                self.assert_refused("calibrate", CELL, "--head local", words, says=says)

    def test_tables_that_do_not_read(self):
        for text, says in (("{}", ["no table of devices"]),
                           ("{", ["it is not JSON"]),
                           ('{"schema": 1, "devices": {}, "cpu": {}}', ["'cpu' is unknown"]),
                           ('{"schema": 2, "devices": {}}', ["schema is 2"]),
                           ('{"schema": 1, "devices": {"cpu": {"speed": 1}}}', ["'speed' is unknown"])):
            with self.subTest(text):
                path = self.write("bad.json", text.encode())
                self.assert_refused("plan", CELL, ["--device-table", path],
                                    says=["--device-table", *says])
        self.assert_refused("plan", CELL, "--device-table missing.json", says=["missing.json"])
        self.assert_refused("plan", CELL, "--resident -1", says=["--resident"])

    def test_explain_is_for_what_is_published(self):
        self.assert_refused("plan", CELL, "--explain", says=["--preset bench-cp4"])
        for flag in ("--json x", "--report x", "--format csv", "--save-programs x"):
            self.assert_refused("plan --preset bench-cp4 --explain", flag,
                                says=["--explain does not take " + flag.split()[0]])

    def test_the_page(self):
        self.assert_runs("plan", CELL, "--head local,vocab:context --report page.html")
        page = (self.folder / "page.html").read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>"), page[:80])
        for text in ("vocab:context", "logphead plan", "Predicted time"):
            self.assertTrue(text in page, text)
        self.assert_refused("plan", CELL, "--report nowhere/page.html", says=["nowhere"])

    def test_files_that_would_be_lost(self):
        rows = self.write("rows.json", b"kept")
        (self.folder / "folder").mkdir()
        self.assert_refused("plan", CELL, "--json rows.json --report ./rows.json",
                            says=["--json and --report name one file"])
        self.assert_refused("plan", CELL, "--json rows.json --report folder", says=["it is a folder"])
        for flag in ("--json", "--report"):
            self.assert_refused("plan", CELL, flag, "/dev/stdout", says=["it is standard output"])
        self.assertEqual(rows.read_bytes(), b"kept")

    def test_what_is_listed_twice(self):
        for flag, said in (("--chunk 64,64", "--chunk names 64 twice"),
                           ("--topology cpu:8,cpu:8", "--topology names cpu:8 twice"),
                           ("--replicate-sequence auto,auto", "names auto twice"),
                           ("--compiler xla-cpu-pjrt==0.0.1,0.0.1",
                            "--compiler names xla-cpu-pjrt==0.0.1 twice")):
            with self.subTest(flag):
                self.assert_refused("plan", CELL, flag, says=[said])
        said = self.assert_runs("plan", CELL, "--for 0.0001 --chunk 32 --chunk 128", status=cli.NO)
        self.assertIn("--chunk is given", said.stderr)
        self.assertIn("none: no case was compiled", said.stdout)


if __name__ == "__main__":
    unittest.main()
