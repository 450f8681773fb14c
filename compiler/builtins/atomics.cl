// SPDX-License-Identifier: Apache-2.0
// Atomics: those of OpenCL C 1.x on 64-bit integers, and those in the style of C11.
#include "builtins.h"

#define SCOPE memory_scope_all_devices
#define SEQ_CST memory_order_seq_cst

OVERLOAD void atomic_work_item_fence(uint flags, memory_order order, memory_scope scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// OpenCL C 1.x, cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.
#define OLD_BINARY(name, operation, space, type) \
  OVERLOAD type name(volatile space type* p, type value) { return operation(p, value, __ATOMIC_RELAXED); }
#define OLD_ATOMICS(space, type)                                      \
  OLD_BINARY(atom_add, __atomic_fetch_add, space, type)               \
  OLD_BINARY(atom_sub, __atomic_fetch_sub, space, type)               \
  OLD_BINARY(atom_xchg, __atomic_exchange_n, space, type)             \
  OLD_BINARY(atom_min, __atomic_fetch_min, space, type)               \
  OLD_BINARY(atom_max, __atomic_fetch_max, space, type)               \
  OLD_BINARY(atom_and, __atomic_fetch_and, space, type)               \
  OLD_BINARY(atom_or, __atomic_fetch_or, space, type)                 \
  OLD_BINARY(atom_xor, __atomic_fetch_xor, space, type)               \
  OVERLOAD type atom_inc(volatile space type* p) { return __atomic_fetch_add(p, (type)1, __ATOMIC_RELAXED); } \
  OVERLOAD type atom_dec(volatile space type* p) { return __atomic_fetch_sub(p, (type)1, __ATOMIC_RELAXED); } \
  OVERLOAD type atom_cmpxchg(volatile space type* p, type expected, type value) {                             \
    __atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                   \
    return expected;                                                                                           \
  }
OLD_ATOMICS(global, long)
OLD_ATOMICS(global, ulong)
OLD_ATOMICS(local, long)
OLD_ATOMICS(local, ulong)

// C11 style. Each function has three forms: plain, with an order, and with an order and a scope. None is
// volatile: they have an order, and the address space of a volatile access is never inferred.
#define LOAD_STORE(object, type)                                                                             \
  OVERLOAD void atomic_init(volatile object* p, type v) { __opencl_atomic_init((object*)p, v); }             \
  OVERLOAD type atomic_load_explicit(volatile object* p, memory_order o, memory_scope s) {                   \
    return __opencl_atomic_load((object*)p, o, SCOPE);                                                       \
  }                                                                                                          \
  OVERLOAD type atomic_load_explicit(volatile object* p, memory_order o) {                                   \
    return __opencl_atomic_load((object*)p, o, SCOPE);                                                       \
  }                                                                                                          \
  OVERLOAD type atomic_load(volatile object* p) {                                                            \
    return __opencl_atomic_load((object*)p, SEQ_CST, SCOPE);                                                 \
  }                                                                                                          \
  OVERLOAD void atomic_store_explicit(volatile object* p, type v, memory_order o, memory_scope s) {          \
    __opencl_atomic_store((object*)p, v, o, SCOPE);                                                          \
  }                                                                                                          \
  OVERLOAD void atomic_store_explicit(volatile object* p, type v, memory_order o) {                          \
    __opencl_atomic_store((object*)p, v, o, SCOPE);                                                          \
  }                                                                                                          \
  OVERLOAD void atomic_store(volatile object* p, type v) {                                                   \
    __opencl_atomic_store((object*)p, v, SEQ_CST, SCOPE);                                                    \
  }

#define MODIFY(name, object, type, operand)                                                                  \
  OVERLOAD type name##_explicit(volatile object* p, operand v, memory_order o, memory_scope s) {             \
    return __opencl_##name((object*)p, v, o, SCOPE);                                                         \
  }                                                                                                          \
  OVERLOAD type name##_explicit(volatile object* p, operand v, memory_order o) {                             \
    return __opencl_##name((object*)p, v, o, SCOPE);                                                         \
  }                                                                                                          \
  OVERLOAD type name(volatile object* p, operand v) { return __opencl_##name((object*)p, v, SEQ_CST, SCOPE); }

#define COMPARE_EXCHANGE(name, object, type)                                                                 \
  OVERLOAD bool name##_explicit(volatile object* p, type* e, type v, memory_order o, memory_order f,         \
                                memory_scope s) {                                                            \
    return __opencl_##name((object*)p, e, v, SEQ_CST, SEQ_CST, SCOPE);                                       \
  }                                                                                                          \
  OVERLOAD bool name##_explicit(volatile object* p, type* e, type v, memory_order o, memory_order f) {       \
    return __opencl_##name((object*)p, e, v, SEQ_CST, SEQ_CST, SCOPE);                                       \
  }                                                                                                          \
  OVERLOAD bool name(volatile object* p, type* e, type v) {                                                  \
    return __opencl_##name((object*)p, e, v, SEQ_CST, SEQ_CST, SCOPE);                                       \
  }

#define ANY_TYPE(object, type)                                \
  LOAD_STORE(object, type)                                    \
  MODIFY(atomic_exchange, object, type, type)                 \
  COMPARE_EXCHANGE(atomic_compare_exchange_strong, object, type) \
  COMPARE_EXCHANGE(atomic_compare_exchange_weak, object, type)

#define ARITHMETIC(object, type, operand)          \
  MODIFY(atomic_fetch_add, object, type, operand)  \
  MODIFY(atomic_fetch_sub, object, type, operand)  \
  MODIFY(atomic_fetch_or, object, type, operand)   \
  MODIFY(atomic_fetch_xor, object, type, operand)  \
  MODIFY(atomic_fetch_and, object, type, operand)  \
  MODIFY(atomic_fetch_min, object, type, operand)  \
  MODIFY(atomic_fetch_max, object, type, operand)

ANY_TYPE(atomic_int, int)
ANY_TYPE(atomic_uint, uint)
ANY_TYPE(atomic_float, float)
ARITHMETIC(atomic_int, int, int)
ARITHMETIC(atomic_uint, uint, uint)
ANY_TYPE(atomic_long, long)
ANY_TYPE(atomic_ulong, ulong)
ANY_TYPE(atomic_double, double)
ARITHMETIC(atomic_long, long, long)
ARITHMETIC(atomic_ulong, ulong, ulong)
// atomic_uintptr_t with a ptrdiff_t.
#if __SIZEOF_POINTER__ == 8
ARITHMETIC(atomic_ulong, ulong, long)
#else
ARITHMETIC(atomic_uint, uint, int)
#endif

OVERLOAD bool atomic_flag_test_and_set_explicit(volatile atomic_flag* p, memory_order o, memory_scope s) {
  return __opencl_atomic_exchange((atomic_int*)p, 1, SEQ_CST, SCOPE) != 0;
}
OVERLOAD bool atomic_flag_test_and_set_explicit(volatile atomic_flag* p, memory_order o) {
  return __opencl_atomic_exchange((atomic_int*)p, 1, SEQ_CST, SCOPE) != 0;
}
OVERLOAD bool atomic_flag_test_and_set(volatile atomic_flag* p) {
  return __opencl_atomic_exchange((atomic_int*)p, 1, SEQ_CST, SCOPE) != 0;
}
OVERLOAD void atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order o, memory_scope s) {
  __opencl_atomic_store((atomic_int*)p, 0, SEQ_CST, SCOPE);
}
OVERLOAD void atomic_flag_clear_explicit(volatile atomic_flag* p, memory_order o) {
  __opencl_atomic_store((atomic_int*)p, 0, SEQ_CST, SCOPE);
}
OVERLOAD void atomic_flag_clear(volatile atomic_flag* p) {
  __opencl_atomic_store((atomic_int*)p, 0, SEQ_CST, SCOPE);
}
