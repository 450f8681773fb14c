# SPDX-License-Identifier: Apache-2.0
"""Runs jobs for QPUs from Python, on QuadCL's emulator, and gives registers and memory as numpy arrays.

    from qpu_debug import Job
    with Job("hello.job") as job:
        job.command("break :store")
        job.proceed()
        print(job.register("r1", numpy.int32), job.memory(0x400000c0, 16, numpy.int32))

It starts `qpu-debug --json` (docs/qpu-debug.md).
"""
import json
import subprocess

import numpy

WORDS_AT_ONCE = 4096
ROWS_OF_VPM = 64


class QpuError(Exception):
    """The debugger could not do what it was asked for."""


class Job:
    """A job, stopped before its first instruction. `state` is the last answer: position, qpu, ended, fault ..."""

    def __init__(self, path, *arguments, debugger="qpu-debug"):
        self._process = subprocess.Popen([debugger, str(path), "--json", *arguments], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)
        self.state = {}
        self.command("info position")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the debugger."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def command(self, line):
        """Executes any command of the debugger; its answer as a dictionary."""
        if "\n" in line:
            raise QpuError("a command is one line")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            raise QpuError("the debugger has ended; it says why on standard error")
        self.state = json.loads(answer)
        if not self.state["ok"]:
            raise QpuError(self.state["text"].strip())
        return self.state

    def proceed(self):
        """Goes on to the next stop point, or the end of the job; False at the end. A fault raises QpuError."""
        return self._moved(self.command("continue"))

    def step(self, count=1):
        """The selected QPU executes so many instructions."""
        return self._moved(self.command(f"step {count}"))

    def register(self, name, dtype=numpy.uint32, qpu=None):
        """The 16 lanes of a register or flag."""
        return self._words(f"print {name}" + ("" if qpu is None else f" qpu {qpu}"), dtype)

    def vpm(self, dtype=numpy.uint32):
        """The VPM: 64 rows of 16 words."""
        return self._words(f"info vpm 0 {ROWS_OF_VPM - 1}", dtype).reshape(ROWS_OF_VPM, 16)

    def memory(self, address, count, dtype=numpy.uint32):
        """`count` elements from a bus address on."""
        dtype = numpy.dtype(dtype)
        skipped = address % 4
        words = (skipped + count * dtype.itemsize + 3) // 4
        parts = [self._words(f"x/{min(words - first, WORDS_AT_ONCE)}x {address - skipped + 4 * first}", numpy.uint32)
                 for first in range(0, words, WORDS_AT_ONCE)]
        data = numpy.concatenate(parts) if parts else numpy.empty(0, numpy.uint32)
        if len(data) < words:
            raise QpuError(f"not all of {count} elements at {address:#x} are mapped")
        return numpy.frombuffer(data.tobytes()[skipped:skipped + count * dtype.itemsize], dtype)

    def _words(self, line, dtype):
        return numpy.array(self.command(line).get("words", []), numpy.uint32).view(dtype)

    @staticmethod
    def _moved(answer):
        if "fault" in answer:
            raise QpuError(answer["fault"])
        return not answer["ended"]
