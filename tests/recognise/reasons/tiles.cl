// SPDX-License-Identifier: Apache-2.0
// Kernels that are not recognised, behind the reason that each has. "here" marks the line that it names.
#define MATRICES global const float *A, global const float *B, global float *C, int M, int N, int K

// reason: a tile may be written beyond its end
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void beyond_end(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[8][7];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y][x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y][k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: the parts of a tile may overlap
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void parts_overlap(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[100];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y * 8 + x] = A[i * K + t + x];
    a[32 + y * 8 + x] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * 8 + k] * a[32 + k * 8 + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a loop reads a tile before it writes it
kernel void reads_before(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  a[y * 8 + x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int q = 0; q < M; ++q)
    for (int t = 0; t < K; t += 8) {  // here
      for (int k = 0; k < 8; ++k)
        s += a[y * 8 + k] * B[(t + k) * N + j];
      barrier(CLK_LOCAL_MEM_FENCE);
      a[y * 8 + x] = A[i * K + t + x];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  C[i * N + j] = s;
}

// reason: a barrier is reached on a condition
kernel void barrier_on_condition(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  if (x > 3) {
    a[y * 8 + x] = A[i * K + x];
    barrier(CLK_LOCAL_MEM_FENCE);  // here
    s = a[y * 8] * B[j];
  }
  C[i * N + j] = s;
}

// reason: work-items may meet a barrier a different number of times
kernel void different_times(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  for (int t = 0; t < x + 70; ++t) {
    a[y * 8 + x] = A[i * K + t];
    barrier(CLK_LOCAL_MEM_FENCE);  // here
    s += a[y * 8] * B[t * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: what a tile holds depends on more than its index
kernel void more_than_index(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[8];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    if (y == 0)
      a[x] = A[i * K + t + x + get_local_id(2)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[k] * B[(t + k) * N + j];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: the parts of a tile may overlap
kernel void may_overlap(MATRICES, int p, int q) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[200];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[p + y * 8 + x] = A[i * K + t + x];
    a[q + y * 8 + x] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[p + y * 8 + k] * a[q + k * 8 + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: it is not certain which work-item wrote an element of a tile
kernel void which_wrote(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[200];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[2 * (y * 8 + x)] = A[i * K + t + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[2 * (y * 8 + k) + 1] * B[(t + k) * N + j];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: it converts halves
kernel void converts_halves(global const half* A, global float* C, int N) {
  int i = get_global_id(1), j = get_global_id(0);
  C[j * N + i] = vload_half(i * N + j, A);  // here
}

// reason: an array is written at constant and at variable places
kernel void constant_and_variable(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  float v[128];
  v[0] = 1;
  v[1] = 2;
  for (int k = 0; k < K; ++k)
    v[k] = A[i * K + k];  // here
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += v[k] * B[k * N + j];
  C[i * N + j] = s;
}

// reason: an array holds no data
kernel void holds_no_data(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int v[4] = {i, j, M, K};
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[v[k & 3] * N + j];  // here
  C[i * N + j] = s;
}

// reason: two work-items may write the same element of a tile
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void same_element(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y + x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y + k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: the halves of a tile are not both filled and read
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void half_unread(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[2][8][8];
  float s = 0;
  a[0][y][x] = A[i * K + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < K / 8; ++t) {  // here
    for (int k = 0; k < 8; ++k)
      s += a[t & 1][y][k] * B[(t * 8 + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: an element of a tile is sometimes one work-item's own
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void sometimes_own(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[6400];
  float s = 0;
  for (int k = 0; k < 40; ++k) {
    a[k * 64 + y * 8 + x] = A[i * K + k];  // here
    s += a[k * 64 + y * 8 + x] * B[k * N + j];
  }
  C[i * N + j] = s;
}

// reason: a tile's index is not linear
kernel void tile_not_linear(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[640];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[x * y + x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * k + k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile is written backwards
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void tile_backwards(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y * 8 + 7 - x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * 8 + 7 - k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile is read in other units than it was written in
kernel void other_units(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local int a[64];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y * 8 + x] = as_int(A[i * K + t + x]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += ((local short*)a)[y * 16 + k] * B[(t + k) * N + j];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile is filled on different conditions
kernel void tile_conditions(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[64];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    if (i < M)
      a[y * 8 + x] = A[i * K + t + x];
    if (j < N)
      a[y * 8 + x] = 0;  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * 8 + k] * B[(t + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile is filled in no regular pattern
kernel void tile_no_pattern(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[640];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y * 64 + x] = A[i * K + t + x];
    a[y * 64 + 8 + x] = A[i * K + t + x + 8];
    a[y * 64 + 24 + x] = A[i * K + t + x + 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * 64 + k] * B[(t + k) * N + j];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile may be filled by ids that do not exist
kernel void ids_missing(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int j2 = get_group_id(0) * 16 + get_local_id(0), L0 = get_local_size(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[640];
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    if (x < 12 - L0)
      a[y * 16 + x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[y * 16 + k] * B[(t + k) * N + j2];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: the halves of a tile are used in different ways
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void halves_differ(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[2][8][8];
  float s = 0;
  a[0][y][x] = A[i * K + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < K / 8; ++t) {  // here
    a[(t + 1) % 2][y][x] = A[i * K + t * 8 + 8 + x];
    for (int k = 0; k < 8; ++k)
      s += a[t % 2][y][k] * B[(t * 8 + k) * N + j] + a[(t + 1) % 2][y][k] * B[(t * 8 + k) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// reason: a tile is filled by a loop that may have no iteration
kernel void filled_by_no_iteration(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int j2 = get_group_id(0) * 16 + get_local_id(0), L0 = get_local_size(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[640];
  float s = 0;
  for (int t = 0; t < K; t += 16) {
    for (int q = 0; q < L0 - 16; ++q)
      a[y * 16 + x] = A[i * K + t + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      s += a[y * 16 + k] * B[(t + k) * N + j2];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}

// Each iteration fills another third of the tiles, so that one barrier is enough.
// reason: it is not known that iterations with no barrier between them use different elements of a tile
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void three_tiles_in_turn(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[3][8][8], b[3][8][8];
  float s = 0;
  for (int t = 0; t < K; t += 8) {  // here
    int third = (t / 8) % 3;
    a[third][y][x] = A[i * K + t + x];
    b[third][y][x] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[third][y][k] * b[third][k][x];
  }
  C[i * N + j] = s;
}

// reason: it is not known what each half of a tile holds
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void last_half_behind_loop(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[2][8][8], b[2][8][8];
  float s = 0;
  int half_now = 0;
  a[0][y][x] = A[i * K + x];
  b[0][y][x] = B[y * N + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 8; t < K; t += 8) {
    a[1 - half_now][y][x] = A[i * K + t + x];
    b[1 - half_now][y][x] = B[(t + y) * N + j];
    for (int k = 0; k < 8; ++k)
      s += a[half_now][y][k] * b[half_now][k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
    half_now = 1 - half_now;
  }
  for (int k = 0; k < 8; ++k)
    s += a[half_now][y][k] * b[half_now][k][x];  // here
  C[i * N + j] = s;
}

// reason: it is not known that accesses to a tile with no barrier between them go to different elements
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void other_part_of_tile(MATRICES) {
  int i = get_global_id(1), j = get_global_id(0);
  int x = get_local_id(0), y = get_local_id(1);
  local float a[2][8][8];
  float s = 0;
  for (int t = 0; t < K; t += 16) {
    a[0][y][x] = A[i * K + t + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[0][y][k] * B[(t + k) * N + j];
    a[1][y][x] = A[i * K + t + 8 + x];  // here
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      s += a[1][y][k] * B[(t + 8 + k) * N + j];
  }
  C[i * N + j] = s;
}

// reason: it is not known that it transposes into another place of the buffer that it reads
kernel void transpose_elsewhere(global float* data, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  data[width * height + x * height + y] = data[y * width + x];  // here
}

// reason: several work-items or iterations may store to the same place
kernel void first_stores(MATRICES) {
  int i = get_global_id(1), g = get_group_id(0), x = get_local_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k)
    s += A[i * K + k] * B[k * N + g];
  if (x < 1)
    C[i * N + g] = s;  // here
}
