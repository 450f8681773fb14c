#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""measure.py NAME...: measures on this machine what docs/figures/results has of it. write.py then writes the pages.

All devices that the OpenCL loader finds (OCL_ICD_VENDORS) are measured side by side, but the emulated QPUs.
Other work on the machine scatters the times: as root, put `chrt -r 5` before it.
"""
import argparse
import csv
import datetime
import json
import os
import re
import subprocess
import sys

import results

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCH = os.path.join(ROOT, "build", "bench")
# Name: the command below build/bench, and where its results go. {devices} stands for the numbers of the devices, {each}
# for an option --device before each, {vc4c} for the command of VC4C's compiler.
MEASUREMENTS = {
    "kernels": ("kernels/kernel_bench --rounds 7 --device {devices} --json {file} --svg {chart}", "kernels.json"),
    "images": ("images/image_bench --rounds 5 --device {devices} --json {file}", "images.json"),
    "builtins": ("builtin_speed --rounds 3 {each}", "builtins.txt"),
    "launches": ("latency/launch_latency --rounds 15", "launches.txt"),
    "builds": ("latency/build_latency --rounds 5", "builds.txt"),
    # Modelled, so the same on every machine.
    "compiled": ("qpu_compile/qpu_compile_bench --json {file}", "qpu-compiled.json"),
    "vc4c": ("qpu_compile/qpu_compile_bench --json {file} --vc4c {vc4c}", "qpu-compiled-vc4c.json"),
    "emulator": ("emulator_bench --benchmark_format=json --benchmark_min_time=2", "emulator.json"),
}
MODELLED = ("compiled", "vc4c")


def machine():
    """This machine in words."""
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        model = re.search(r"model name\s*: (.*)|$", text.read())[1] or os.uname().machine
    return f"{os.cpu_count()} processors, {re.sub(r'[(]R[)]|[(]TM[)]', '', model)}"


def devices(program):
    """Numbers of all devices but QPUs, as the program's --list prints them."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
    return [found[1] for found in re.finditer(r"^\s*(\d+)\s+(\S.* / .*)$", listed, re.M) if "QPU" not in found[2]]


def words_of(command, file, vc4c):
    """The command with all its arguments."""
    program = os.path.join(BENCH, command.split()[0])
    numbers = devices(program) if "{devices}" in command or "{each}" in command else []
    values = {"{devices}": numbers, "{each}": [word for number in numbers for word in ("--device", number)],
              "{file}": [results.path_of(file)], "{chart}": [os.path.join(results.GENERATED, "kernels.svg")], "{vc4c}": [vc4c]}
    return [program] + [value for word in command.split()[1:] for value in values.get(word, [word])]


def without_build_times(content):
    """Modelled results are the same on every machine, so the file shall be, too."""
    for result in content["results"]:
        for score in (result["own"], result.get("peer", {})):
            score.pop("compile_seconds", None)
            score.pop("waits", None)
    return content


def only_peers(content):
    return {"results": [{key: result[key] for key in ("workload", "size", "peer")}
                        for result in without_build_times(content)["results"]]}


def only_rates(content):
    return {"benchmarks": [{key: result[key] for key in ("name", "instructions")} for result in content["benchmarks"]]}


# What is kept of JSON.
KEPT = {"compiled": without_build_times, "vc4c": only_peers, "emulator": only_rates}


def shorten(name, path):
    with open(path, encoding="utf-8") as text:
        content = KEPT[name](json.load(text))
    with open(path, "w", encoding="utf-8") as text:
        text.write(json.dumps(content, indent=1) + "\n")


def measure(name, vc4c):
    command, file = MEASUREMENTS[name]
    print(f"measure.py: {name}", file=sys.stderr)
    prints = "{file}" not in command
    ran = subprocess.run(words_of(command, file, vc4c), stdout=subprocess.PIPE if prints else sys.stderr, text=True, check=True)
    if prints:
        with open(results.path_of(file), "w", encoding="utf-8") as text:
            text.write(ran.stdout)
    if name in KEPT:
        shorten(name, results.path_of(file))
    if name not in MODELLED:
        record(name, command)


def record(name, command):
    """Day, machine and command of a measurement, for the pages."""
    known = results.Table("measured.csv")
    rows = [row for row in known.rows if row[0] != name]
    rows.append([name, datetime.date.today().isoformat(), machine(), "build/bench/" + command.split(" {")[0].removesuffix(" --device")])
    with open(results.path_of("measured.csv"), "w", encoding="utf-8", newline="") as text:
        csv.writer(text, lineterminator="\n").writerows([known.head] + sorted(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="+", choices=list(MEASUREMENTS), metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--vc4c", metavar="COMMAND", help="for vc4c: the compiler VC4C, such as 'timeout 100 vc4c -O3'")
    arguments = parser.parse_args()
    if "vc4c" in arguments.name and not arguments.vc4c:
        parser.error("vc4c needs --vc4c COMMAND")
    for name in arguments.name:
        measure(name, arguments.vc4c)


if __name__ == "__main__":
    main()
