; SPDX-License-Identifier: Apache-2.0
; A call of the function itself right before it returns becomes a jump to its beginning, also where the result
; goes through a variable and other blocks, and where only one addition follows. Calls of others and functions without such calls
; are left alone, with their variables.
; RUN: kernel-opt %s --passes=tail-recursion -S | FileCheck %s

; CHECK-LABEL: define i32 @last(
; CHECK-NOT:   call
; CHECK:       br label %tailrecurse
; CHECK:       ret i32
define i32 @last(i32 %n, i32 %k) {
  %result = alloca i32
  %other = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %other)
  %more = icmp sgt i32 %n, %k
  br i1 %more, label %again, label %done
again:
  %m = sub i32 %n, %k
  %r = call i32 @last(i32 %m, i32 %k)
  store i32 %r, ptr %result
  br label %cleanup
done:
  store i32 %n, ptr %result
  br label %cleanup
cleanup:
  call void @llvm.lifetime.end.p0(i64 4, ptr %other)
  br label %return
return:
  %x = load i32, ptr %result
  ret i32 %x
}

; CHECK-LABEL: define i32 @sum(
; CHECK-NOT:   call
; CHECK:       ret i32
define i32 @sum(i32 %n) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %done, label %again
again:
  %m = sub i32 %n, 1
  %r = call i32 @sum(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
done:
  ret i32 0
}

; CHECK-LABEL: define i32 @other(
; CHECK-NEXT:  alloca i32
; CHECK:       call i32 @sum(
define i32 @other(i32 %n) {
  %result = alloca i32
  %r = call i32 @sum(i32 %n)
  store i32 %r, ptr %result
  %x = load i32, ptr %result
  ret i32 %x
}
