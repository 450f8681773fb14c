" SPDX-License-Identifier: Apache-2.0
autocmd BufRead,BufNewFile *.qasm,*.qinc set filetype=qasm
