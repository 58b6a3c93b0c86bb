# SPDX-License-Identifier: Apache-2.0
"""Tests of the checks: each finds what it is for in a small tree, and only that."""

import json
import pathlib
import tempfile
import unittest

import compilers
import layers
import text

_TOP = "// SPDX-License-Identifier: Apache-2.0\n// A file of this test.\n"


class CheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "logphead").mkdir()

    def write(self, name, content):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    def places(self, found):
        return [problem.split(" ")[0] for problem in found]

    def test_layers_may_look_down_only(self):
        self.write("logphead/head/a.cc", '#include "logphead/hlo/b.h"\n#include "logphead/mesh/m.h"\n'
                                         '#include "logphead/base/c.h"\n#include <vector>\n')
        self.assertEqual(list(layers.problems(self.root)), [])
        self.write("logphead/hlo/up.h", '#include "logphead/head/a.h"\n')
        self.write("logphead/hlo/aside.cc", '\n  #  include "logphead/pjrt/client.h"\n')
        self.assertEqual(self.places(layers.problems(self.root)),
                         ["logphead/hlo/aside.cc:2:", "logphead/hlo/up.h:1:"])

    def test_layers_a_public_header_belongs_to_its_layer(self):
        self.write("logphead/logphead.h", "#include <stdint.h>\n")
        self.write("logphead/ffi/a.cc", '#include "logphead/logphead.h"\n')
        self.assertEqual(list(layers.problems(self.root)), [])
        self.write("logphead/mesh/b.cc", '#include "logphead/logphead.h"\n')
        self.assertEqual(self.places(layers.problems(self.root)), ["logphead/mesh/b.cc:1:"])

    def test_layers_outside_headers_have_one_owner(self):
        self.write("logphead/pjrt/call.h", '#include "pjrt_c_api.h"\n')
        self.assertEqual(list(layers.problems(self.root)), [])
        self.write("logphead/plan/a.cc", '#include "pjrt_c_api.h"\n#include <CLI/CLI.hpp>\n')
        self.write("logphead/base/b.cc", "#include <fmt/format.h>\n#include <unistd.h>\n")
        self.assertEqual(self.places(layers.problems(self.root)),
                         ["logphead/base/b.cc:1:", "logphead/plan/a.cc:1:", "logphead/plan/a.cc:2:"])

    def test_layers_testing_is_for_tests(self):
        self.write("logphead/io/a_test.cc", '#include "logphead/testing/random.h"\n')
        self.assertEqual(list(layers.problems(self.root)), [])
        self.write("logphead/io/a.cc", '#include "logphead/testing/random.h"\n')
        self.assertEqual(self.places(layers.problems(self.root)), ["logphead/io/a.cc:1:"])

    def test_layers_a_new_folder_needs_a_place(self):
        self.write("logphead/extra/a.h", "")
        self.assertEqual(self.places(layers.problems(self.root)), ["logphead/extra/a.h:1:"])

    def test_licence(self):
        self.write("logphead/base/good.h", _TOP)
        self.write("run", "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n")
        self.write("notes.txt", "no licence needed\n")
        self.assertEqual(list(text.licence(self.root)), [])
        self.write("logphead/base/bad.cc", "// A file.\n//\n" + _TOP)
        self.write("setup", "#!/usr/bin/env bash\n")
        self.assertEqual(self.places(text.licence(self.root)), ["logphead/base/bad.cc:1:", "setup:1:"])

    def test_length(self):
        self.write("logphead/base/good.h", "\n" * 700)
        self.write("golden.txt", "\n" * 5000)
        self.assertEqual(list(text.length(self.root)), [])
        self.write("logphead/base/bad.h", "\n" * 701)
        self.assertEqual(self.places(text.length(self.root)), ["logphead/base/bad.h:701:"])

    def test_foreign(self):
        self.write("README.md", "see /usr/include, out/work/a, .deps/root/b and tests/tmp/c\n")
        (self.root / "seed").write_bytes(b"\xff\xfe/home/someone")
        self.write("build/notes.txt", "/home/" + "someone\n")
        self.assertEqual(list(text.foreign(self.root)), [])
        self.write("a.md", "fine\nin /home/" + "someone/x\n")
        self.write("b.cc", '// from "files.python' + 'hosted.org"\n')
        self.write("c.sh", "mkdir /tmp/" + "x\n")
        self.assertEqual(self.places(text.foreign(self.root)), ["a.md:2:", "b.cc:1:", "c.sh:1:"])

    def test_format(self):
        self.write(".clang-format", "BasedOnStyle: Google\n")
        self.write("logphead/base/good.cc", "int F() { return 1; }\n")
        self.assertEqual(list(compilers.layout(self.root)), [])
        self.write("logphead/base/bad.cc", "int  F( ) {return 1;}\n")
        found = list(compilers.layout(self.root))
        self.assertTrue(found)
        self.assertEqual({problem.split(":")[0] for problem in found}, {"logphead/base/bad.cc"})

    def test_headers(self):
        source = self.write("logphead/base/a.cc", "")
        self.write("logphead/base/good.h", "#pragma once\n#include <string>\nstd::string F();\n")
        self.write("compile_commands.json", json.dumps([
            {"file": str(source), "command": f"g++ -std=c++20 -O2 -I{self.root} -DX=1 -c a.cc"}]))
        self.assertEqual(list(compilers.headers(self.root, self.root)), [])
        self.write("logphead/base/needy.h", "#pragma once\nstd::string F();\n")
        self.write("logphead/base/unguarded.h", "struct S {};\n")
        self.assertEqual(self.places(compilers.headers(self.root, self.root)),
                         ["logphead/base/needy.h:"] * 2 + ["logphead/base/unguarded.h:"] * 2)


if __name__ == "__main__":
    unittest.main()
