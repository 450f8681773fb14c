// Work-items change words that others change, too.
// global: 256
// arg: in uint 256
// arg: out int 256
// log: auto leaves it to the CPU: its work-items take turns at the memory in line 7
kernel void k(global const uint* from, global int* sums) {
  atomic_add(&sums[from[get_global_id(0)] % 256], 3);
}
