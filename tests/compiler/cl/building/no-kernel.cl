// SPDX-License-Identifier: Apache-2.0
// A program without kernels builds, and so does an almost empty one.
// RUN: kernel-run %s --describe | FileCheck %s --allow-empty

// CHECK-NOT: {{.+}}
