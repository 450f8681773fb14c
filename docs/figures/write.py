#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""write.py [--check] [NAME...]: writes the pages that have figures, from the templates in docs/figures/pages.

A template is a page in which `{{ EXPRESSION }}` stands for a figure or a table: Python, with the names of
results.py. With --check nothing is written: it fails if a page differs from what would be written.
"""
import argparse
import datetime
import os
import re
import sys

import results

HERE = os.path.dirname(os.path.abspath(__file__))
PAGES = os.path.join(HERE, "pages")
DOCS = os.path.dirname(HERE)
# Pages that are not in docs/generated.
ELSEWHERE = {"performance.md": DOCS}


def when(name):
    """The day and machine of a measurement that measure.py made, or that was written down."""
    entry = results.Table("measured.csv")
    return f"{day(entry.cell(name, 'date'))}, {entry.cell(name, 'machine')}"


def day(iso):
    date = datetime.date.fromisoformat(iso)
    return f"{date.day} {date:%B} {date.year}"


def rendered(template):
    names = {name: getattr(results, name) for name in dir(results) if not name.startswith("_")} | {"when": when}
    return re.sub(r"\{\{(.+?)\}\}", lambda found: str(eval(found[1].strip(), names)), template)


def write(page, checks):
    target = os.path.join(ELSEWHERE.get(page, os.path.join(DOCS, "generated")), page)
    with open(os.path.join(PAGES, page + ".in"), encoding="utf-8") as template:
        text = rendered(template.read())
    if not checks:
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        return True
    with open(target, encoding="utf-8") as file:
        if file.read() == text:
            return True
    print(f"{os.path.relpath(target)} is not what docs/figures/write.py makes of its template and results")
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page would change")
    parser.add_argument("name", nargs="*", help="pages, such as cpu-kernels (default: all)")
    arguments = parser.parse_args()
    pages = [name + ".md" for name in arguments.name] or sorted(name.removesuffix(".in") for name in os.listdir(PAGES))
    return 0 if all([write(page, arguments.check) for page in pages]) else 1


if __name__ == "__main__":
    sys.exit(main())
