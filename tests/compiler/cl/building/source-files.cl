// SPDX-License-Identifier: Apache-2.0
// With QUADCL_SOURCE_FILES=off, a source finds no files, and assembly and sections are refused. It builds without
// any of them, and with attributes for which clang keeps lists in a section that is not emitted.
// RUN: kernel-run %s "--options=-I %S -DINCLUDE" --describe | FileCheck %s
// RUN: kernel-run %s --options=-DEMBED --describe | FileCheck %s
// RUN: kernel-run %s --options=-DASSEMBLY --describe | FileCheck %s
// RUN: env QUADCL_SOURCE_FILES=off kernel-run %s --describe | FileCheck %s
// RUN: env QUADCL_SOURCE_FILES=off kernel-run %s --options=-DUSED --describe | FileCheck %s
// RUN: env QUADCL_SOURCE_FILES=off not kernel-run %s "--options=-I %S -DINCLUDE" | FileCheck %s --check-prefix=INCLUDE
// RUN: env QUADCL_SOURCE_FILES=off not kernel-run %s --options=-DEMBED | FileCheck %s --check-prefix=EMBED
// RUN: env QUADCL_SOURCE_FILES=off not kernel-run %s --options=-DASSEMBLY | FileCheck %s --check-prefix=ASSEMBLY
// RUN: env QUADCL_SOURCE_FILES=off not kernel-run %s --options=-DOUTSIDE | FileCheck %s --check-prefix=OUTSIDE
// RUN: env QUADCL_SOURCE_FILES=off not kernel-run %s --options=-DSECTION | FileCheck %s --check-prefix=SECTION

// CHECK: kernel k
// INCLUDE: {{.*}}error: 'no-kernel.cl' file not found{{.*}}
// EMBED: {{.*}}error: '/etc/passwd' file not found{{.*}}
// ASSEMBLY: error: QUADCL_SOURCE_FILES=off does not allow assembly: function 'k'
// OUTSIDE: error: QUADCL_SOURCE_FILES=off does not allow assembly in a program
// SECTION: error: QUADCL_SOURCE_FILES=off does not allow section attributes: 'placed'
kernel void k(global int* o) {
  o[0] = 1;
#ifdef ASSEMBLY
  __asm__ volatile("nop");
#endif
}
#ifdef INCLUDE
#include "no-kernel.cl"
#endif
#ifdef EMBED
constant uchar bytes[] = {
#embed "/etc/passwd" limit(4)
};
#endif
#ifdef OUTSIDE
__asm__(".incbin \"/etc/passwd\"");
#endif
#ifdef SECTION
constant int placed __attribute__((section(".placed"))) = 5;
kernel void l(global int* o) { o[0] = placed; }
#endif
#ifdef USED
__attribute__((used)) void function(void) {}
__attribute__((used)) constant int number = 3;
__attribute__((annotate("text"))) constant int annotated = 4;
#endif
