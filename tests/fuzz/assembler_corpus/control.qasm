# SPDX-License-Identifier: Apache-2.0
.include <vc4.qinc>
.set count, 3
.set twice(x) x * 2
.func clamp(x, high)
.if x > high
  high
.else
  x
.endif
.endf
.macro step, reg, by
  add reg, reg, by;
  ;mov r2, r3
.endm
.foreach reg, ra0, rb1, r2
  mov reg, clamp(twice(5), 8)
.endfor
.rep i, count
  step r0, i
:0_loop
  brr -, r:0_loop
  nop
.back 1
  read vw_wait
.endb
.endr
.local
  .lset tmp, ra5.8a
  mov r0, tmp
  .unset tmp
.endloc
.ifset count
  .assert count == 3
.elseif 0
  .include "other.qinc"
.endif
::end
.clone :end, 1
  thrend; mov irq, elem_num
.global size, :end
