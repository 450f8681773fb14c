// SPDX-License-Identifier: Apache-2.0
// A program without any kernel builds, and so does one without any text to speak of.
// RUN: kernel-run %s --describe | FileCheck %s --allow-empty

// CHECK-NOT: {{.+}}
