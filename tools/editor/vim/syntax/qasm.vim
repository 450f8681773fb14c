" SPDX-License-Identifier: Apache-2.0
" QPU assembly for VideoCore IV, in the language of vc4asm (docs/qpu-assembler.md). Put the folder vim/ into 'runtimepath',
" or its files to ~/.vim/. A test compares the words with the assembler's.
if exists("b:current_syntax")
  finish
endif
syn case match

syn match qasmComment "#.*$" contains=qasmTodo
syn match qasmComment "//.*$" contains=qasmTodo
syn keyword qasmTodo TODO FIXME contained
syn region qasmString start=+"+ end=+"+ oneline
syn region qasmString start=+<+ end=+>+ oneline contained containedin=qasmInclude
syn match qasmInclude "\.include\s.*$" contains=qasmString,qasmComment
syn match qasmLabel "::\?\w\+"
syn match qasmLabel "^\s*\w\+:"
syn match qasmNumber "\<\d\+\(\.\d*\)\?\([eE][+-]\?\d\+\)\?\>"
syn match qasmNumber "\<0[xX][0-9a-fA-F]\+\>"
syn match qasmNumber "\<0[bB][01]\+\>"
syn match qasmRegister "\<r[0-5]\>"
syn match qasmRegister "\<r[ab]\([0-9]\|[1-5][0-9]\|6[0-3]\)\>"
syn match qasmDirective "\.\(align\|assert\|back\|bit\|byte\|clone\|code\|const\|data\|define\|double\|dword\|elif\|else\|elseif\|endb\|endback\|endf\|endfor\|endfunc\|endif\|endloc\|endm\|endr\|endrep\|equ\|float\|float16\|float32\|float64\|for\|foreach\|func\|global\|half\|if\|ifset\|include\|int\|int1\|int16\|int2\|int32\|int4\|int64\|int8\|lconst\|local\|long\|lset\|lunset\|macro\|qword\|rep\|rodata\|set\|short\|text\|undef\|unset\|word\)\>"
syn match qasmSuffix "\.\(setf\|if\(c\|cc\|n\|nn\|nz\|z\)\|allc\|allcc\|allcs\|alln\|allnc\|allnn\|allnz\|allz\|anyc\|anycc\|anycs\|anyn\|anync\|anynn\|anynz\|anyz\)\>"
syn match qasmSuffix "\.\(un\)\?pack\w*"
syn match qasmSuffix "\.\(8abcds\|8abcd\|16as\|16bs\|16a\|16b\|32s\|8as\|8bs\|8cs\|8dr\|8ds\|8a\|8b\|8c\|8d\)[a-z]*\>"
syn keyword qasmOperation add amov and asr bra brr clz fadd fmax fmaxabs fmin fminabs fmul fsub ftoi itof ldi ldipes ldipeu
syn keyword qasmOperation max min mmov mov mul24 nop not or read ror sacq shl shr srel sub v8adds v8max v8min v8muld v8subs
syn keyword qasmOperation xor
syn keyword qasmSignal bkpt break ldaltlb ldcend ldcoend ldcotlb ldcvtlb ldtmu0 ldtmu1 loadam loadc loadcv lswitch lthrsw
syn keyword qasmSignal sbdone sbwait tend thrend thrsw tswitch unlscb waitscb
syn keyword qasmRegister elem_num element_number exp host_int interrupt irq log ms_flags ms_mask mutex mutex_acq
syn keyword qasmRegister mutex_acquire mutex_rel mutex_release qpu_num qpu_number quad_x quad_y r5quad r5rep recip recipsqrt
syn keyword qasmRegister rev_flag sfu_exp sfu_log sfu_recip sfu_recipsqrt stencil t0b t0r t0s t0t t1b t1r t1s t1t
syn keyword qasmRegister tlb_alpha_mask tlb_colour_all tlb_colour_ms tlb_stencil tlb_z tlbam tlbc tlbm tlbz tmu0_b tmu0_r
syn keyword qasmRegister tmu0_s tmu0_t tmu1_b tmu1_r tmu1_s tmu1_t tmu_noswap tmurs unif unif_addr unif_addr_rel uniform_read
syn keyword qasmRegister vary varying_read vpm vpm_ld_addr vpm_ld_busy vpm_ld_wait vpm_read vpm_st_addr vpm_st_busy
syn keyword qasmRegister vpm_st_wait vpm_write vpmvcd_rd_setup vpmvcd_wr_setup vr_addr vr_busy vr_setup vr_wait vw_addr
syn keyword qasmRegister vw_busy vw_setup vw_wait x_coord x_pixel_coord y_coord y_pixel_coord

hi def link qasmComment Comment
hi def link qasmTodo Todo
hi def link qasmString String
hi def link qasmInclude PreProc
hi def link qasmLabel Label
hi def link qasmNumber Number
hi def link qasmRegister Identifier
hi def link qasmDirective PreProc
hi def link qasmSuffix Type
hi def link qasmOperation Statement
hi def link qasmSignal Special
let b:current_syntax = "qasm"
