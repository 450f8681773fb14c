// SPDX-License-Identifier: Apache-2.0
// What machine code of one processor can get wrong for another: calls of its run-time library, the layout of
// structs, half floats, atomics, barriers. quadcl-build compiles it; built_binary.cpp knows the results.

kernel void long_integers(global const long* a, global const long* b, global long* quotients, global ulong* remainders) {
  const size_t i = get_global_id(0);
  quotients[i] = a[i] / b[i];
  remainders[i] = (ulong)a[i] % (ulong)b[i];
}

kernel void functions(global const float* x, global float* y, global const double* u, global double* v) {
  const size_t i = get_global_id(0);
  y[i] = sin(x[i]) + exp(x[i]) * sqrt(x[i]);
  v[i] = fma(u[i], 3.0, convert_double(convert_long(u[i]))) / u[i];
}

kernel void group_sums(global const int* values, global int* sums, global int* total, local int* scratch) {
  const size_t i = get_local_id(0);
  scratch[i] = values[get_global_id(0)];
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) scratch[i] += scratch[i + step];
  }
  if (i == 0) {
    sums[get_group_id(0)] = scratch[0];
    atomic_add(total, scratch[0]);
  }
}

// Carries go from the lower word to the upper one.
kernel void long_atomics(global long* old_style, global atomic_ulong* sum, global atomic_double* halves) {
  const long i = get_global_id(0);
  atom_add(old_style, -0xffffffffl);
  atom_max(old_style + 1, i << 33);
  atom_xor(old_style + 2, i << 28);
  atom_cmpxchg(old_style + 3, -1l, i);
  atomic_fetch_add_explicit(sum, 0x80000001ul, memory_order_relaxed, memory_scope_device);
  double old = atomic_load_explicit(halves, memory_order_relaxed, memory_scope_device);
  while (!atomic_compare_exchange_strong(halves, &old, old + 0.5)) {}
}

kernel void halves(global const half* in, global half* out, float factor) {
  const size_t i = get_global_id(0);
  vstore_half(vload_half(i, in) * factor, i, out);
}

struct mixed {
  char letter;
  long large;
  short small;
  float4 vector;
};

kernel void structs(struct mixed one, float3 three, global const struct mixed* many, global double* sums) {
  const size_t i = get_global_id(0);
  sums[i] = one.letter + one.large + one.small + one.vector.w + three.z + many[i].letter + many[i].large +
            many[i].small + many[i].vector.x;
}

kernel void product(global const float* a, global const float* b, global float* c, uint m, uint n, uint k) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uint i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
