// SPDX-License-Identifier: Apache-2.0
// Kernels that are not recognised, behind the reason that each has. "here" marks the line that it names.
#define MATRICES global const float *A, global const float *B, global float *C, int M, int N, int K

// reason: index arithmetic with numbers beyond 64 bits
kernel void beyond_64(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * 0x7000000000000000L + k] * B[k * N + j];  // here
  C[i * N + j] = s;
}

// reason: a row may be no whole number of elements
kernel void part_row(global const char* A, global const char* B, global float* C, int N, int K, int p) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += *(global const float*)(A + i * 6 + k * 4) * *(global const float*)(B + k * 4 * N + j * 4);
  C[i * N + j] = s;  // here
}

// reason: too many different quantities
kernel void many_quantities(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int p = 0; p < 64; ++p)
    for (int q = 0; q < 64; ++q)
      s += A[(i + p * 64 + q) / N] * B[j];  // here
  C[i * N + j] = s;
}

// reason: the products of its batch lie in descending order
kernel void batch_descends(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int b = get_global_id(2);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[(b * M + i) * K + k] * B[(b * K + k) * N + j];
  C[(i - b * M) * N + j + 4096] = s;  // here
}

// reason: its expressions are too large
kernel void large_expressions(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = A[i * K] * B[j];
  for (int k = 0; k < 40; ++k)
    s = s * s;
  C[i * N + j] = s;  // here
}

// reason: it uses more than two buffers
kernel void three_buffers(global const float* A, global const float* B, global float* C, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  C[j * N + 2 * i] = A[2 * i * N + j];
  C[j * N + 2 * i + 1] = B[(2 * i + 1) * N + j];  // here
}

// reason: it switches on data
kernel void switches_on_data(MATRICES, global const int* D) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  switch (D[i]) {  // here
    case 1: C[i * N + j] = s; break;
    case 5: C[i * N + j + 1] = s; break;
    case 9: C[i + j] = s; break;
    case 20: C[i] = s;
  }
}

// reason: it scales its products twice
kernel void scales_twice(MATRICES, float p, float q) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += p * A[i * K + k] * B[k * N + j];  // here
  C[i * N + j] = q * s;
}

// reason: it reads a pointer from memory
kernel void reads_pointer(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  global const float* p[4] = {A, B, A + 1, B + 1};
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += p[k & 3][i * K + k] * B[k * N + j];  // here
  C[i * N + j] = s;
}

// reason: it moves parts of different sizes
kernel void different_parts(global const char* A, global char* C, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  ((global int*)C)[2 * (j * N + i)] = ((global const int*)A)[2 * (i * N + j)];
  ((global short*)C)[4 * (j * N + i) + 2] = ((global const short*)A)[4 * (i * N + j) + 2];  // here
}

// reason: it is too long
kernel void too_long(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int p = 0; p < 64; ++p)
    for (int q = 0; q < 64; ++q)
      for (int r = 0; r < 64; ++r)
        s += A[i * K + p + q + r] * B[j];  // here
  C[i * N + j] = s;
}

// reason: it does not read and write memory
kernel void only_writes(MATRICES) {  // here
  C[get_global_id(0)] = 1;
}

// reason: it copies no whole number of words
kernel void copies_bytes(global const char* A, global char* C, int n) {
  int i = get_global_id(1), j = get_global_id(0);
  local char t[256];
  event_t e = async_work_group_copy(t, A + i * 6, 6, 0);  // here
  wait_group_events(1, &e);
  C[i * n + j] = t[j];
}

// reason: it changes a structure that is an argument
struct sizes {
  int m, n, k;
};
kernel void changes_structure(MATRICES, struct sizes z) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  ((int*)&z)[M & 1] = 3;  // here
  for (int k = 0; k < z.k; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}

// reason: it contains inline assembly
kernel void has_assembly(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  __asm__ volatile("nop");  // here
  C[i * N + j] = s;
}

// reason: index arithmetic of too high a degree
kernel void high_degree(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[(long)i * M * N * K * M] * B[k * N + j];  // here
  C[i * N + j] = s;
}

// reason: an index is not linear
kernel void not_linear(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[min(i, j) * N + j] = s;  // here
}

// reason: an index may be negative
kernel void may_be_negative(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  if ((uint)(i - 5) < (uint)M)  // here
    C[i * N + j] = s;
}

// reason: it copies memory
struct six {
  char c[6];
};
kernel void copies_part(global struct six* A, global struct six* C, global float* F) {
  C[get_global_id(0)] = A[get_global_id(0)];  // here
  F[get_global_id(0)] += 1;
}

// reason: a size may be negative
kernel void size_negative(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0), j2 = get_group_id(0) * 16 + get_local_id(0);
  if (j >= 12 - (int)get_local_size(0))
    return;
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j2];
  C[i * N + j] = s;  // here
}

// reason: a factor is zero on a condition
kernel void zero_factor(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 70; ++k)
    s += (k <= i ? A[i * K + k] : 0) * B[k * N + j];
  C[i * N + j] = s;  // here
}

// reason: its indices are too large
kernel void too_large(MATRICES, long q) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  if (q > 0x180000000L)  // here
    C[i * N + j] = s;
}

// reason: its control flow is not structured
kernel void not_structured(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  int k = 0;
  for (;;) {  // here
    switch (k) {
      case 300:
      case 500:
      case 900: goto out;
    }
    s += A[i * K + k] * B[k * N + j];
    k++;
  }
out:
  C[i * N + j] = s;
}

// reason: an index may have gaps or repeats
kernel void gaps(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0, t = 0;
  for (int k = 0; k < K; ++k) {
    s += A[i * K + k] * B[k * N + 5 * j];
    t += A[i * K + k] * B[k * N + 5 * j + 1];
  }
  C[i * N + 5 * j] = s;
  C[i * N + 5 * j + 1] = t;  // here
}

// reason: it uses a value that was never written
kernel void never_written(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float c[64];
  float s = c[y * 8 + x] * B[j];  // here
  for (int k = 0; k < K; ++k) {
    c[y * 8 + x] = A[i * K + k];
    s += c[y * 8 + x] * B[k * N + j];
  }
  C[i * N + j] = s;
}

// reason: it fills memory
kernel void fills(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  char v[7] = {0};  // here
  for (int k = 0; k < K; ++k)
    v[k] += 1;
  C[i * N + j] = A[v[K & 3]] * B[j];
}

// reason: it converts integers that are data
kernel void converts_data(global const short* A, global int* C, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  C[j * N + i] = A[i * N + j];  // here
}

// reason: it adds nothing to the output
kernel void adds_nothing(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0), j2 = get_group_id(0) * 16 + get_local_id(0),
      n = (int)get_local_size(0) - 16;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += A[i * K + k] * B[k * N + j2];
  C[i * N + j] += s;  // here
}

// reason: an index of 8 or 16 bits may overflow
kernel void overflow_16(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 40000; ++k)
    s += A[i * K + (short)k] * B[k * N + j];
  C[i * N + j] = s;  // here
}

// reason: all rows of an operand are the same elements
kernel void same_rows(MATRICES) {
  int j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[0] * B[k * N + j];
  C[j] = s;  // here
}

// reason: a size may be too small
kernel void too_small(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0), j2 = get_group_id(0) * 16 + get_local_id(0);
  float s = 0;
  for (int k = 0; k < max(20 - (int)get_local_size(0), 5); ++k)  // here
    s += A[i * K + k] * B[k * N + j2];
  C[i * N + j] = s;
}

// reason: a division by a value that is not known at enqueue
kernel void divides_by_unknown(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j / (i + 1)] = s;  // here
}

// reason: it compares pointers that are not words apart
kernel void compares_pointers(MATRICES, int n) {
  int i = get_global_id(1), j = get_global_id(0);
  global const char* p = (global const char*)A;
  float s = 0;
  for (; p != (global const char*)A + n; p += 3)  // here
    s += *(global const float*)p * B[j];
  C[i * N + j] = s;
}

// reason: a division of a number that may be negative
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void divides_negative(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  C[i * N + j + ((x - y) >> 1)] = s;  // here
}

// reason: a division by a constant that is not positive
kernel void divides_by_constant(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int j2 = get_group_id(0) * 16 + get_local_id(0), L0 = get_local_size(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k / (L0 - 16) * N + j2];
  C[i * N + 2 * j] = s;  // here
}

// reason: it takes data for data of another type
kernel void other_type(global const short2* A, global const float* B, global float* C, int N, int K) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += as_float(A[i * K + k].yx) * B[k * N + j];  // here
  C[i * N + j] = s;
}

// reason: it computes with doubles
kernel void double_accumulator(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  double s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];  // here
  C[i * N + j] = s;
}

// reason: it divides floats
kernel void divided_twice(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + j];
  s = s / 3.0f;  // here
  float mean = s / 7.0f;
  C[i * N + j] = mean;
}

// reason: it converts floats to integers
kernel void converts_to_bytes(global const float* in, global uchar* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar byte = (uchar)in[y * width + x];  // here
  out[x * height + y] = byte;
}

// reason: it stores parts of 1 bytes, and not floats
kernel void stores_bytes(global const float* in, global float* out, global uchar* done) {
  int x = get_global_id(0);
  done[x] = 1;  // here
  out[x] = in[x];
}

// reason: it chooses by a condition that depends on data
kernel void clamps_to_bytes(global const float4* in, global uchar4* out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar4 bytes = convert_uchar4_sat(in[y * width + x]);  // here
  out[x * height + y] = bytes;
}

// reason: rows may overlap
kernel void rows_overlap(global const float* A, global float* C, int N) {
  int i = get_global_id(0);
  for (int k = 0; k < 8; ++k)
    C[k * N + i] = A[i * 4 + k];  // here
}

// reason: it takes images or samplers
kernel void image(read_only image2d_t A, global float *C) {  // here
  C[get_global_id(0)] = read_imagef(A, (int2)(get_global_id(0), 0)).x;
}
