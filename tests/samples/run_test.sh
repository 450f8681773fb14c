#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_test.sh RUN FOLDER: checks what ./run installs, configures and starts, with stand-ins for the tools that
# it calls.
set -euo pipefail
run=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/tools"
cd "$folder"
cp "$run" run
calls=$folder/calls

stand_in() {  # NAME, script from stdin
  { echo '#!/usr/bin/env bash'; echo "echo \"$1 \$*\" >>$calls"; cat; } >"tools/$1"
  chmod +x "tools/$1"
}
# The packages in `missing` are not installed until apt-get has run.
touch missing
stand_in dpkg-query <<<"grep -qx \"\${@: -1}\" $folder/missing || echo -n installed"
stand_in apt-get <<<'[ "$1" != indextargets ] || echo http://archive.example/debian'
stand_in sudo <<<'"$@"'
stand_in ninja <<<': '
stand_in ctest <<<': '
stand_in dpkg-architecture <<<'echo some-linux'
stand_in arch-test <<<"[ ! -e $folder/no-emulator ]"
stand_in mount <<<': '
stand_in update-binfmts <<<': '
stand_in mmdebstrap <<TEXT
[ ! -e $folder/no-network ] || exit 1
sysroot=\${@: -2:1}
libraries=\$sysroot/usr/lib/some-linux-gnu
mkdir -p \$sysroot/lib \$sysroot/etc \$libraries/pkgconfig \$libraries/openblas-pthread/pkgconfig
touch \$libraries/openblas-pthread/libopenblas.so \$libraries/openblas-pthread/pkgconfig/openblas.pc
TEXT
stand_in cpack <<<'touch quadcl_1_some.deb'
stand_in mpirun <<<'while [ ! -x "$1" ]; do shift; done; "$@"'
stand_in cmake <<'TEXT'
mkdir -p build/samples
if [ "$1" = --preset ]; then
  compiler=ON
  [[ "$*" != *-DQUADCL_COMPILER=OFF* ]] || compiler=OFF
  echo "QUADCL_COMPILER:BOOL=$compiler" >build/CMakeCache.txt
else
  for target in "$@"; do
    sample=build/samples/${target#sample_}
    [ "$target" = "${target#sample_}" ] || { printf '#!/bin/sh\necho "$0" "$@"\n' >"$sample" && chmod +x "$sample"; }
  done
fi
TEXT

# run_it ARGUMENTS...: stores the calls in $calls and the output in $output
run_it() {
  : >"$calls"
  output=$(PATH=$folder/tools:$PATH ./run "$@" 2>&1 || echo "status $?")
}
# No pipe: grep may stop reading before everything is written, which pipefail would treat as a failure.
seen() { grep -Eq -- "$1" <<<"$(cat "$calls")"$'\n'"$output"; }
expect() {  # REGULAR EXPRESSION, in the calls and the output
  seen "$1" || {
    echo "not found: $1" >&2
    printf '%s\n' "$(cat "$calls")" "$output" >&2
    exit 1
  }
}
expect_no() {
  if seen "$1"; then
    echo "should not be there: $1" >&2
    exit 1
  fi
}

# The samples of built-in kernels do without the compiler ...
run_it sgemm 3 4 5
expect 'cmake --preset release .*-DQUADCL_COMPILER=OFF'
expect '/build/samples/sgemm 3 4 5$'
expect_no 'quadcl-compiler|clang-19'
# ... the others need it, and nothing is switched off again.
run_it matmul_book 64 64 64
expect_no 'QUADCL_COMPILER=OFF|QUADCL_BUILD_TESTS=OFF'
expect 'cmake --build build --target .*quadcl-compiler'
expect '/build/samples/matmul_book 64 64 64$'
run_it sgemm
expect_no 'QUADCL_COMPILER=OFF|QUADCL_BUILD_TESTS=OFF'

# The tests switch on what a sample before them left out.
run_it tests
expect 'cmake --preset release .*-DQUADCL_BUILD_TESTS=ON .*-DQUADCL_BUILD_BENCH=ON'
expect '^ctest --preset release'

# The installation has the compiler, and nothing else is built for it.
rm -r build
run_it install "$folder/prefix"
expect 'cmake --preset release .*-DQUADCL_BUILD_TESTS=OFF'
expect 'cmake --build build --target quadcl .*quadcl-compiler quadcl-build'
expect_no 'QUADCL_COMPILER=OFF|sudo'
expect "cmake --install build --prefix $folder/prefix --component platform"
expect "OCL_ICD_VENDORS=$folder/prefix/etc/OpenCL/vendors/"
# A board with little memory does without it.
rm -r build
run_it install --no-compiler "$folder/prefix"
expect 'cmake --preset release .*-DQUADCL_COMPILER=OFF'
expect "cmake --install build --prefix $folder/prefix --component platform"
expect_no 'clang-19|--target .*quadcl-compiler|--component compiler|install_manifest_.*compiler'
run_it install --no-compiler
expect 'cmake --install build --prefix /usr/local --component platform'
run_it install here there
expect 'one folder at most'
expect_no '^cmake'
run_it install --no-compiler here there
expect 'one folder at most'
expect_no '^cmake'
run_it install --prefix=here
expect 'one folder at most'
expect_no '^cmake'
for command in install package cross tests; do
  run_it $command --help
  expect '^usage: ./run COMMAND'
  expect_no '^(cmake|apt-get)|^status'
done

# Packages have the compiler, and the libraries in a folder of their own.
mkdir build-package
run_it package
expect 'cmake --preset package -DCMAKE_INSTALL_LIBDIR=lib/some-linux/quadcl'
expect '^cpack -G DEB'
expect 'build-package/quadcl_1_some.deb'
expect_no 'QUADCL_COMPILER=OFF'
run_it package riscv64
expect 'package takes arm64, armhf or armel'
expect_no '^c(make|pack)'

# Packages of one sample are installed for it, not for others.
echo libisal-dev >missing
run_it sgemm
expect_no '^apt-get'
run_it reed_solomon
expect '^apt-get .*install.* libisal-dev'

# A cross build has its toolchain, a sysroot with the files of its packages, and a native assembler; its tests find the
# sysroot's libraries.
export QUADCL_SYSROOTS=$folder/sysroots
rm -r build
echo g++-aarch64-linux-gnu >missing
run_it cross arm64
expect '^apt-get .*install.* g[+][+]-aarch64-linux-gnu'
expect '^mmdebstrap --variant=extract --architectures=arm64 --include=libc6-dev,.*libopenblas-dev.*libfftw3-dev.* bookworm .*/sysroots/arm64 '
expect 'cmake --build build-cross-tools --target qpu-as$'
expect 'cmake --preset no-compiler -B build-cross-arm64 -DCMAKE_SYSROOT=.*/sysroots/arm64 .*/raspberry-pi-64.cmake .*/build-cross-tools/bin/qpu-as'
expect 'cmake --build build-cross-arm64$'
test -e sysroots/arm64/usr/lib/some-linux-gnu/libopenblas.so
test -e sysroots/arm64/usr/lib/some-linux-gnu/pkgconfig/openblas.pc
: >missing
# The sysroot stays while it has what is needed. A release build has the native assembler, too.
run_it tests cross-arm64-quick
expect_no '^mmdebstrap|^cmake .*build-cross-tools|--target .*api_built_binary'
expect '^cmake --build build --target qpu-as$'
expect 'cmake --build build-cross-arm64 --target core_test .*sample_sgemm'
expect '^ctest --test-dir build-cross-arm64 .*-R .*emulator'
run_it cross arm64 --compiler
expect '^mmdebstrap --variant=extract .*--include=libc6-dev,.*libfftw3-dev.*llvm-19-dev'
expect '--target qpu-as quadcl-split-builtins$'
expect 'cmake --preset no-compiler -B build-cross-arm64 .*-DQUADCL_COMPILER=ON'
run_it cross armhf quadcl qpu-run
expect 'cmake --build build-cross-armhf --target quadcl qpu-run$'
run_it cross armv6 quadcl
expect 'cmake --build build-cross-armel --target quadcl$'
run_it tests cross-armhf
expect 'raspberry-pi-32.cmake'
expect '^ctest --test-dir build-cross-armhf'
# Packages start no program of the target.
mkdir build-package-arm64
touch no-emulator
run_it package arm64
expect_no '^mmdebstrap|-DCMAKE_SYSROOT=.*/armhf'
expect 'cmake --preset package -B build-package-arm64 .*/raspberry-pi-64.cmake .*-DQUADCL_COMPILER=OFF .*-DCMAKE_INSTALL_LIBDIR=lib/aarch64-linux-gnu/quadcl .*_ARCHITECTURE=arm64'
expect '^cpack -G DEB -D SHLIBDEPS_EXECUTABLE=.*/packaging/shlibdeps_in_sysroot'
expect 'build-package-arm64/quadcl_1_some.deb'
run_it cross mips
expect 'cross takes arm64, armhf, armel or i386'
expect_no '^cmake'
run_it package arm64 --compiler
expect '--target qpu-as quadcl-split-builtins$'
expect 'cmake --preset package -B build-package-arm64 .*-DQUADCL_COMPILER=ON'
run_it cross armhf
expect 'does not start programs for armhf'
expect_no '^(cmake|mmdebstrap)'
# CI goes on where the machine is not able to run another's programs.
expect 'status 77$'
rm -r no-emulator sysroots/armhf
touch no-network
run_it cross armhf
expect 'that failed: .*/sysroots/armhf.log'
expect 'status 77$'
expect_no 'cmake .*build-cross-armhf'

# The ranks of a job
: >missing
run_it cluster_sgemm 8 8 8
expect '^mpirun .*-n 2 build/samples/cluster_sgemm 8 8 8$'
run_it cluster_sgemm -n 3 8 8 8 --device 1
expect '^mpirun .*-n 3 build/samples/cluster_sgemm 8 8 8 --device 1$'
run_it cluster_sgemm -n none
expect '-n takes a number of ranks'
expect_no '^mpirun'
