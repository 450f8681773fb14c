// SPDX-License-Identifier: Apache-2.0
// Kernels that are not recognised, behind the reason that each has. "here" marks the line that it names.
#define MATRICES global const float *A, global const float *B, global float *C, int M, int N, int K

// reason: a loop's bound may be below its start
kernel void below_start(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < j - 5; ++k)  // here
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}

// reason: a variable is accessed in different units
kernel void units(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  union {
    float f[4];
    char c[16];
  } u;
  for (int k = 0; k < 4; ++k)
    u.f[k] = A[4 * i + k];
  u.c[M & 15] = 3;  // here
  C[i * N + j] = u.f[K & 3];
}

// reason: a stride may be 0
kernel void stride_zero(MATRICES, int p, int q) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * (p - p - 1) * q + j * p];
  C[i * N + j] = s;  // here
}

// reason: what it adds or stores is an argument, not a product of two elements
kernel void adds_argument(MATRICES, float q) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j] + q;  // here
  C[i * N + j] = s;
}

// reason: the same element may be stored in several places
kernel void several_places(global const float* A, global float* C, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  C[j * N + i] = A[i];  // here
}

// reason: several work-items or iterations may store to the same place
kernel void same_place(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[k] * B[k * N + j];
  if (i < M)
    C[j] = s;  // here
}

// reason: its stores follow no regular pattern
kernel void no_pattern(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, t = 0, u = 0;
  for (int k = 0; k < K; ++k) {
    s += A[i * K + k] * B[k * N + 7 * j];
    t += A[i * K + k] * B[k * N + 7 * j + 1];
    u += A[i * K + k] * B[k * N + 7 * j + 3];
  }
  C[i * N + 7 * j] = s;
  C[i * N + 7 * j + 1] = t;
  C[i * N + 7 * j + 3] = u;  // here
}

// reason: its stores depend on different conditions
kernel void different_conditions(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, t = 0;
  for (int k = 0; k < K; ++k) {
    s += A[i * K + k] * B[k * N + 2 * j];
    t += A[i * K + k] * B[k * N + 2 * j + 1];
  }
  C[i * N + 2 * j] = s;
  if (j < N)
    C[i * N + 2 * j + 1] = t;  // here
}

// reason: its partial sums may have different lengths
kernel void different_lengths(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, t = 0;
  for (int k = 0; k < 70; ++k)
    s += A[i * K + 2 * k] * B[2 * k * N + j];
  for (int k = 0; k < 90; ++k)
    t += A[i * K + 2 * k + 1] * B[(2 * k + 1) * N + j];  // here
  C[i * N + j] = s + t;
}

// reason: it uses what a loop read ahead last
kernel void read_ahead_last(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, a = A[i * K];
  for (int k = 0; k < K; ++k) {  // here
    s += a * B[k * N + j];
    if (k + 1 < K)
      a = A[i * K + k + 1];
  }
  C[i * N + j] = s + a * B[j];
}

// reason: it uses a variable of the program
constant float table[4] = {1, 2, 3, 4};
kernel void uses_program_variable(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * table[k & 3];  // here
  C[i * N + j] = s;
}

// reason: it stores to the same place on different conditions
kernel void on_different_conditions(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  if (i < M)
    C[i * N + j] = s;
  if (j < N)
    C[i * N + j] = s * 2;  // here
}

// reason: it stores nothing
kernel void stores_nothing(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  if (get_local_id(0) >= get_local_size(0))  // here
    C[i] = A[j];
}

// reason: it stores a vector that is not understood
kernel void stores_vector(global const float4* A, global float4* C, float4 last, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  C[i * N + j] = A[j * N + i];
  C[N * N] = last;  // here
}

// reason: it reads back what it stored on a condition or in a loop
kernel void reads_back(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  if (i < M)
    C[i * N + j] = A[i];
  s = C[i * N + j];  // here
  C[i * N + j + 1] = s * B[j];
}

// reason: it reads ahead from a buffer that it stores to
kernel void reads_ahead_stored(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float a = C[i * N];
  for (int k = 0; k < K; ++k) {  // here
    float b = a;
    a = C[i * N + k + 1];
    C[i * N + k] = b * B[k];
  }
}

// reason: a loop's stride may not be the number of ids
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void stride_of_others(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  for (int t = 0; t < K; t += 64) {
    for (int q = x; q < 64; q += 4)
      a[q] = A[i * K + t + q];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 64; ++k)
      s += a[k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: work-items beyond the output may read what others store
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void beyond_output(MATRICES) {
  int i = get_global_id(1), j = get_group_id(0) * 6 + min((int)get_local_id(0), 5);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] += s;  // here
}

// reason: several work-items may make the same store
kernel __attribute__((reqd_work_group_size(8, 8, 2))) void same_store(MATRICES) {
  int i = get_global_id(1) + get_group_id(2) * M, j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;  // here
}

// reason: it uses what a loop computed last
kernel void computed_last(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, q;
  int k = 0;
  do {
    q = A[i * K + k] * 2;
    s += q * B[k * N + j];
  } while (++k < K);
  C[i * N + j] = s + q;  // here
}

// reason: data for the next iteration are read on a condition
kernel void next_on_condition(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, a = A[i * K];
  for (int k = 0; k < 70; ++k) {  // here
    s += a * B[k * N + j];
    if (k + 1 < i)
      a = A[i * K + k + 1];
  }
  C[i * N + j] = s;
}

// reason: a variable is first written in a loop
kernel void first_in_loop(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float v[2];
  float s = 0;
  for (int k = 0; k < K; ++k) {  // here
    v[0] = A[i * K + k];
    v[1] = B[k * N + j];
    s += v[0] * v[1];
  }
  C[i * N + j] = s + v[M & 1];
}

// reason: a loop's test has side effects
kernel void test_effects(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  int k = 0;
  while (C[i] = k, k < K) {  // here
    s += A[i * K + k] * B[k * N + j];
    k++;
  }
  C[i * N + j] = s;
}

// reason: a loop's bound differs between work-items
kernel void bound_differs(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  for (int r = 0; r < i; ++r) {
    float s = 0;
    for (int k = 0; k < K; ++k)
      s += A[(i * M + r) * K + k] * B[k * N + j];
    C[(i * M + r) * N + j] = s;  // here
  }
}

// reason: a loop that stores may have no iteration
kernel void no_iteration(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0), j2 = get_group_id(0) * 16 + get_local_id(0),
      n = (int)get_local_size(0) - 16;
  float s = 0;
  for (int k = 0; k < n; ++k) {  // here
    s += A[i * K + k] * B[k * N + j2];
    C[i * N + j] = s;
  }
}

// reason: a loop reads a variable before it writes it
kernel void reads_variable_before(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float c[64];
  float s = 0;
  for (int k = 0; k < K; ++k) {
    s += c[y * 8 + x] * B[k * N + j];  // here
    c[y * 8 + x] = A[i * K + k];
  }
  C[i * N + j] = s;
}

// reason: a loop counter is used where its range is not known
kernel void range_unknown(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; (N - k) / M > 0; ++k)  // here
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}

// reason: a loop is left in the middle
kernel void left_in_middle(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  int k = 0;
  while (1) {  // here
    if (M > 3)
      s += A[i * K + k] * B[k * N + j];
    if (k >= K)
      break;
    k++;
    if (N > 3)
      s += A[i * K + k] * B[k * N + j];
  }
  C[i * N + j] = s;
}

// reason: a loop may step over its bound
kernel void steps_over(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int j2 = get_group_id(0) * 16 + get_local_id(0), L0 = get_local_size(0);
  float s = 0;
  for (int k = 0; k != L0 - 3; k += 2)  // here
    s += A[k * K + i] * B[k * N + j2];
  C[i * N + j] = s;
}

// reason: a loop does not count towards its bound
kernel void counts_elsewhere(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k * 8 / N < K; ++k)  // here
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
