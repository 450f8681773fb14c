# SPDX-License-Identifier: Apache-2.0
"""Circles of modules that circles.py finds, and what it takes for none."""
import contextlib
import io
import os
import tempfile
import unittest

import circles


def run(**files):
    """The status and the lines printed for sources by name in the folder `core`, where `_` stands for the dot."""
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "core"))
        for name, included in files.items():
            with open(os.path.join(root, "core", name.replace("_", ".")), "w", encoding="utf-8") as file:
                file.writelines('#include "{}"\n'.format(path) for path in included)
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = circles.main(root)
        return status, [line.strip() for line in text.getvalue().splitlines()]


class Circles(unittest.TestCase):
    def test_none(self):
        self.assertEqual(run(a_h=[], a_cpp=["core/a.h"], b_h=["a.h"], b_cpp=["core/b.h"]), (0, []))

    def test_of_headers(self):
        status, lines = run(a_h=["core/b.h"], b_h=["core/a.h"])
        self.assertEqual(status, 1)
        self.assertEqual(lines[1:], ["core/a.h includes core/b.h", "core/b.h includes core/a.h"])

    def test_by_a_source(self):
        status, lines = run(a_h=[], a_cpp=["core/b.h"], b_h=["core/c.h"], c_h=[], c_cpp=["a.h"])
        self.assertEqual(status, 1)
        self.assertEqual(lines[1:], ["core/a.cpp includes core/b.h", "core/b.h includes core/c.h",
                                     "core/c.cpp includes core/a.h"])

    def test_each_once(self):
        _, lines = run(a_h=["core/b.h"], b_h=["core/a.h"], c_h=["core/d.h"], d_h=["core/c.h", "core/a.h"])
        self.assertEqual(len([line for line in lines if line.endswith(":")]), 2)


if __name__ == "__main__":
    unittest.main()
