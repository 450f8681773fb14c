// SPDX-License-Identifier: Apache-2.0
// The IR after clean-up, as recognition and analyses need it: a barrier in a function has become one in the
// kernel, address spaces are as in the source, and a global id is computed from values of the launch.
// RUN: kernel-opt %s --passes=clean-up -S | FileCheck %s

// CHECK: define {{.*}}void @k(ptr addrspace(1) {{.*}}%o, ptr addrspace(3) {{.*}}%s) {{.*}}
// CHECK-NOT: {{.*}}alloca{{.*}}
// CHECK-NOT: {{.*}}@exchange{{.*}}
// CHECK-DAG: {{.*}}call {{.*}}@_Z12get_group_idj(i32 {{.*}}0){{.*}}
// CHECK-DAG: {{.*}}call {{.*}}@_Z23get_enqueued_local_sizej(i32 {{.*}}0){{.*}}
// CHECK-DAG: {{.*}}call {{.*}}@_Z17get_global_offsetj(i32 {{.*}}0){{.*}}
// CHECK-DAG: {{.*}}call {{.*}}@_Z12get_local_idj(i32 {{.*}}0){{.*}}
// CHECK: {{.*}}store i32 {{.*}}, ptr addrspace(3) {{.*}}
// CHECK-NEXT: {{.*}}call void @_Z14quadcl_barrierv(){{.*}}
// CHECK: {{.*}}load i32, ptr addrspace(3) {{.*}}
// CHECK: {{.*}}store i32 {{.*}}, ptr addrspace(1) {{.*}}
int exchange(local int* s, int value) {
  s[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return s[get_local_id(0) ^ 1];
}
kernel void k(global int* o, local int* s) {
  const int i = get_global_id(0);
  o[i] = exchange(s, o[i]);
}
