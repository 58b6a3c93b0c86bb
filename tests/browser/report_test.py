# SPDX-License-Identifier: Apache-2.0
"""The page of a plan in a real headless Chromium: wide and narrow, light and dark, by keyboard."""

import copy
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import chromium
import plan_fixture

REPORT_PAGE = os.environ["LOGPHEAD_REPORT_PAGE"]
CHECKS = (pathlib.Path(__file__).parent / "checks.js").read_text()
DESKTOP, PHONE = (1280, 900), (390, 844)
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
TAB, ENTER = ("Tab", 9), ("Enter", 13, "\r")


def as_shown(text):
    """What becomes of control characters."""
    return "".join(c if c in "\t\n" or c >= " " and c != "\x7f" else "\ufffd" for c in text)


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        path = chromium.binary()
        if not path:
            raise unittest.SkipTest("no Chromium is installed (./setup --browser installs one)")
        cls.browser = cls.enterClassContext(chromium.Chromium(path))
        cls.folder = pathlib.Path(cls.enterClassContext(
            tempfile.TemporaryDirectory(prefix="logphead-report-")))
        cls.plan = plan_fixture.document()

    def page(self, plan, name="page"):
        """The page of a document, as a file."""
        source, page = self.folder / f"{name}.json", self.folder / f"{name}.html"
        source.write_text(json.dumps(plan, ensure_ascii=False))
        done = subprocess.run([REPORT_PAGE, source, page], capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return page

    def open(self, page, size=DESKTOP, **options):
        self.browser.open(page, *size, **options)
        self.browser.value(CHECKS + "\nnull")

    def check(self, name, *arguments):
        """What a function of checks.js finds wrong."""
        return self.browser.value(f"{name}({', '.join(map(json.dumps, arguments))})")

    def told(self):
        """Errors, warnings and requests since the page was opened."""
        told = []
        for event in self.browser.events:
            method, about = event["method"], event["params"]
            if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
                told.append(f"{method}: {json.dumps(about)[:300]}")
            elif method == "Network.requestWillBeSent":
                url = about["request"]["url"]
                if about["type"] != "Document" or not url.startswith("file:"):
                    told.append(f"requests {url}")
        return told

    def charts_of(self, plan):
        """How many charts the page of a plan has: a plot, and bars of at most 6, 12 and 12 rows."""
        compiled = sum(row["verdict"] == "compiles" for row in plan["rows"])
        return 1 + min(6, compiled) + 2 * min(12, compiled)

    def everything(self, plan, size):
        """What every check that needs no keyboard finds wrong, by its name."""
        message = next((row["message"] for row in plan["rows"] if row["verdict"] == "crashed"), None)
        found = {
            "overflow": self.check("overflow", size[0]),
            "contrast": self.check("contrast"),
            "charts": self.check("charts", self.charts_of(plan), size[0]),
            "structure": self.check("structure"),
            "pasted": self.check("pasted", plan["use"], plan["command"]),
            "told": self.told(),
        }
        if message:
            found["injected"] = self.check("injected", as_shown(message))
        return found

    def assert_right(self, plan, page, size, **options):
        self.open(page, size, **options)
        for state in ("as it opens", "with everything unfolded"):
            for name, problems in self.everything(plan, size).items():
                self.assertEqual(problems, [], f"{name}, {size}, {options}, {state}")
            self.browser.value(OPEN_ALL)

    def test_desktop_and_phone_light_and_dark(self):
        page = self.page(self.plan)
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                self.assert_right(self.plan, page, size, dark=dark)
        light, dark = [], []
        for is_dark, papers in ((False, light), (True, dark)):
            self.open(page, PHONE, dark=is_dark)
            papers += self.browser.value("background(document.body)")
        self.assertGreater(min(light), 0.9)
        self.assertLess(max(dark), 0.2)

    def test_without_scripts(self):
        page = self.page(self.plan)
        self.open(page, PHONE, scripts=False)
        self.assertEqual(self.browser.value("document.querySelectorAll('button').length"), 0)
        self.browser.value(OPEN_ALL)
        for name, problems in self.everything(self.plan, PHONE).items():
            self.assertEqual(problems, [], name)

    def test_keyboard_reaches_everything_in_order(self):
        page = self.page(self.plan)
        for size, dark, unfold in ((DESKTOP, False, False), (PHONE, True, True)):
            self.open(page, size, dark=dark)
            if unfold:
                self.browser.value(OPEN_ALL)
            count = self.browser.value("number()")
            self.assertGreater(count, 80 if unfold else 40)
            for expected in range(count):
                self.browser.press(*TAB)
                at = self.check("focused")
                self.assertEqual(at["number"], expected, "the order of the document")
                self.assertEqual(at["problems"], [], size)

    def test_keyboard_uses_what_it_reaches(self):
        self.open(self.page(self.plan))
        value, press = self.browser.value, self.browser.press
        value("document.querySelector('#errors summary').focus()")
        press(*ENTER)
        self.assertTrue(value("document.querySelector('#errors details').open"))

        def peaks():
            return value("[...document.querySelectorAll('#rows tbody tr')].map((row) => "
                         "row.cells[4].dataset.sort ?? null)")

        value("[...document.querySelectorAll('#rows th button')][4].focus()")
        known = sorted(row["peak_bytes"] for row in self.plan["rows"] if row["peak_bytes"])
        unknown = [None] * (len(self.plan["rows"]) - len(known))
        for order, expected in (("ascending", known), ("descending", known[::-1])):
            press(*ENTER)
            self.assertEqual(value("document.querySelector('#rows [aria-sort]').ariaSort"), order)
            self.assertEqual([peak and int(float(peak)) for peak in peaks()], expected + unknown)
        self.assertEqual(value("said.textContent"), "Sorted by Peak")

        value("document.querySelector('#verdict .copy').focus()")
        press(*ENTER)
        self.assertRegex(value("new Promise((done) => setTimeout(() => done(said.textContent), 200))"),
                         "^(Copied|Selected)")
        self.assertEqual(self.told(), [])

    def test_bars_and_points_are_the_numbers(self):
        self.open(self.page(self.plan))
        best = self.plan["rows"][self.plan["best"]]
        bars = self.browser.value("""['#bytes', '#seconds', '#verdict'].map((part) => {
            const bar = document.querySelector(part + ' .bar');
            const width = bar.getBoundingClientRect().width;
            return [...bar.querySelectorAll('.segment')].map(
                (segment) => segment.getBoundingClientRect().width / width);
        })""")
        order = self.plan["ranking"] + [
            at for at, row in enumerate(self.plan["rows"])
            if row["verdict"] == "compiles" and at not in self.plan["ranking"]]
        shown = [self.plan["rows"][at] for at in order[:12]]
        parts = ("argument_bytes", "output_bytes", "temp_bytes", "code_bytes")
        scales = (max(sum(row[part] for part in parts) for row in shown),
                  max(sum(row["seconds"][part] for part in ("compute", "memory", "wire"))
                      for row in shown),
                  plan_fixture.DEVICE["hbm_bytes"])
        expected = ([best[part] for part in parts],
                    [best["seconds"][part] for part in ("compute", "memory", "wire")],
                    [self.plan["resident_bytes"], best["peak_bytes"]])
        for found, numbers, scale in zip(bars, expected, scales):
            self.assertEqual(len(found), len(numbers))
            for one, number in zip(found, numbers):
                self.assertAlmostEqual(one, number / scale, delta=0.002)
        points = self.browser.value("""[...document.querySelectorAll('.plot .at > title')].map(
            (title) => {
              const box = title.previousElementSibling.getBoundingClientRect();
              return [title.textContent, box.left + box.width / 2, box.top + box.height / 2];
            })""")
        compiled = [row for row in self.plan["rows"] if row["verdict"] == "compiles"]
        self.assertEqual(len(points), len(compiled))
        places = {}
        for text, x, y in points:
            places.setdefault(text.rsplit("chunk ", 1)[1].split(":")[0], []).append(x)
            places[text.rsplit(": ", 1)[1]] = y
        chunks = sorted({row["chunk"] for row in compiled})
        means = [sum(places[str(chunk)]) / len(places[str(chunk)]) for chunk in chunks]
        self.assertEqual(means, sorted(means), "larger chunks are further right")
        peaks = sorted({row["peak_bytes"] for row in compiled})
        heights = [places[f"{peak / 1e9:.2f} GB"] for peak in peaks]
        self.assertEqual(heights, sorted(heights, reverse=True), "more memory is higher")
        self.assertEqual(self.browser.value(
            "document.querySelectorAll('.plot .failure').length"), 5)

    def test_other_plans(self):
        nothing = {"schema": 2, "command": "", "rows": [], "use": []}
        bare = copy.deepcopy(self.plan)
        for row in bare["rows"]:
            for key in set(row) - {"head", "chunk", "verdict", "message", "temp_bytes"}:
                row[key] = None
        bare.update(devices=None, ranking=None, best=None, reason=None, use=[])
        failing = copy.deepcopy(self.plan)
        failing["rows"] = [row for row in failing["rows"] if row["verdict"] != "compiles"]
        failing.update(ranking=[], best=None, use=[])
        many = copy.deepcopy(self.plan)
        for at, row in enumerate(many["rows"] * 3):
            if row["verdict"] == "compiles":
                many["rows"].append({**row, "head": f"vocab:{'a_long_axis_name,' * (at % 11)}x",
                                     "topology": "h200:8x8" if at % 2 else row["topology"],
                                     "compiler": "libtpu==0.0.52", "peak_bytes": 5 ** (at % 17)})
        for name, plan in (("nothing", nothing), ("bare", bare), ("failing", failing), ("many", many)):
            page = self.page(plan, name)
            for size in (DESKTOP, PHONE):
                self.open(page, size, dark=size == PHONE)
                self.browser.value(OPEN_ALL)
                found = self.everything(plan, size)
                if name != "failing":
                    found["charts"] = [problem for problem in found["charts"] if " charts of " not in
                                       problem]
                if name == "nothing":
                    found["contrast"] = [problem for problem in found["contrast"]
                                         if not problem.startswith("only ")]
                    found["pasted"] = []
                for check, problems in found.items():
                    self.assertEqual(problems, [], f"{check}, {name}, {size}")

    def test_broken_pages_are_caught(self):
        page = self.page(self.plan)
        whole = page.read_text()
        policy = "http-equiv=\"Content-Security-Policy\""
        hostile = "<b class='injected'>bold</b>"
        for check, old, new in (
                ("overflow", "<p class=\"lead\">", "<p class=\"lead\" style=\"width: 90rem\">"),
                ("overflow", ".scroll { margin", ".none { margin"),
                ("contrast", "--soft: #545b64", "--soft: #8a9098"),
                ("contrast", "text { fill: var(--soft)", "text { fill: var(--rule)"),
                ("charts", ".bar { display: block; width: 100%", ".bar { display: block; width: 0"),
                ("charts", ">50 GB</text>", " transform=\"translate(0 54)\">50 GB</text>"),
                ("charts", "<title id=\"plot-t0\">Memory against chunk on tpu7x", "<title>"),
                ("structure", "<h2 id=\"bytes-h\">", "<h5 id=\"bytes-h\">"),
                ("structure", "scope=\"row\"", "scope=\"\""),
                ("injected", "&lt;b class=&#39;injected&#39;&gt;bold&lt;/b&gt;", hostile),
                ("pasted", "batch &amp; &lt;rows&gt;", "batch &amp; rows"),
                ("told", "\"use strict\";", "\"use strict\"; absent();"),
                ("told", policy, "name=\"no-policy\"><img src=\"http://example.invalid/x.png\""),
                ("focus", ":focus-visible { outline: 3px", ":focus-visible { outline: 0px"),
                ("focus", ".skip:focus {", ".none:focus {"),
                ("order", "<a href=\"#command\">", "<a tabindex=\"2\" href=\"#command\">"),
        ):
            with self.subTest(check=check, new=new):
                self.assertIn(old, whole)
                broken = self.folder / "broken.html"
                broken.write_text(whole.replace(old, new))
                self.open(broken, PHONE)
                if check in ("focus", "order"):
                    self.browser.value("number()")
                    self.browser.press(*TAB)
                    at = self.check("focused")
                    caught = at["problems"] if check == "focus" else at["number"] != 0
                else:
                    caught = self.everything(self.plan, PHONE)[check]
                self.assertTrue(caught, "not caught")


if __name__ == "__main__":
    unittest.main()
