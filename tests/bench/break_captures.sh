#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# break_captures.sh FOLDER REPLAY...: replays copies of one of the captures, each broken in another way, and a sound one.
set -e
captures=$1
shift
broken=$captures/broken
rm -rf "$broken"
mkdir "$broken"
for capture in "$captures"/multiply-*; do break; done
for name in short source crash differs sound; do
  cp -r "$capture" "$broken/$name"
  set -- "$@" "$broken/$name"
done
head -c 100 "$capture/buffer-0.bin" > "$broken/short/buffer-0.bin"
echo nonsense > "$broken/source/source.cl"
parameters="kernel void multiply(uint n, uint k, global const float *a, global const float *b, global float *c)"
echo "$parameters { *(global volatile int *)(get_global_id(0) + 64) = 1; }" > "$broken/crash/source.cl"
# The digits of an address, which no two buffers have in common.
echo "$parameters { c[get_local_id(0)] = (size_t)c >> 4 * get_local_id(0) & 15; }" > "$broken/differs/source.cl"
exec "$@"
