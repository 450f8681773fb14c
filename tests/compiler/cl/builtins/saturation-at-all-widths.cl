// SPDX-License-Identifier: Apache-2.0
// Sums, differences and multiply-adds that saturate, and rotations by any distance, of single numbers and of a vector of 16. The
// expected numbers are those of integers without limits, cut off at the ends of the type.
// RUN: kernel-run %s --options "-D NUMBER=char -D WIDTH=" --kernel all --global 16 --local 16 x:char=1,63,-128,127,63,3,126,126,0,3,127,63,-127,-128,126,-127 y:char=11,-27,-127,8,-128,3,1,127,0,4,0,0,10,63,-127,5 z:char=1,-128,1,-128,-128,126,126,1,53,63,1,-128,127,1,-127,0 sum:char=16*0 difference:char=16*0 mad:char=16*0 turned:char=16*0 | FileCheck %s --check-prefix=CHAR
// RUN: kernel-run %s --options "-D NUMBER=char -D WIDTH=16" --kernel all --global 1 --local 1 x:char=1,63,-128,127,63,3,126,126,0,3,127,63,-127,-128,126,-127 y:char=11,-27,-127,8,-128,3,1,127,0,4,0,0,10,63,-127,5 z:char=1,-128,1,-128,-128,126,126,1,53,63,1,-128,127,1,-127,0 sum:char=16*0 difference:char=16*0 mad:char=16*0 turned:char=16*0 | FileCheck %s --check-prefix=CHAR
// RUN: kernel-run %s --options "-D NUMBER=uchar -D WIDTH=" --kernel all --global 16 --local 16 x:uchar=1,1,127,0,41,0,1,127,1,0,1,1,3,1,1,0 y:uchar=11,127,86,10,127,0,11,255,193,6,1,127,2,255,0,9 z:uchar=127,0,1,127,1,127,147,1,1,1,127,1,72,254,127,255 sum:uchar=16*0 difference:uchar=16*0 mad:uchar=16*0 turned:uchar=16*0 | FileCheck %s --check-prefix=UCHAR
// RUN: kernel-run %s --options "-D NUMBER=uchar -D WIDTH=16" --kernel all --global 1 --local 1 x:uchar=1,1,127,0,41,0,1,127,1,0,1,1,3,1,1,0 y:uchar=11,127,86,10,127,0,11,255,193,6,1,127,2,255,0,9 z:uchar=127,0,1,127,1,127,147,1,1,1,127,1,72,254,127,255 sum:uchar=16*0 difference:uchar=16*0 mad:uchar=16*0 turned:uchar=16*0 | FileCheck %s --check-prefix=UCHAR
// RUN: kernel-run %s --options "-D NUMBER=short -D WIDTH=" --kernel all --global 16 --local 16 x:short=0,-32768,-32767,-32767,-32767,16383,-32767,-32767,1,16383,-7424,3,1,32767,32766,-32768 y:short=0,3,-17685,15,32767,5935,17,-32767,3,17,-32767,16383,8,1,3,7 z:short=1,3,32766,0,3,-32767,0,0,-32768,0,0,16383,32767,32766,-32768,3 sum:short=16*0 difference:short=16*0 mad:short=16*0 turned:short=16*0 | FileCheck %s --check-prefix=SHORT
// RUN: kernel-run %s --options "-D NUMBER=short -D WIDTH=16" --kernel all --global 1 --local 1 x:short=0,-32768,-32767,-32767,-32767,16383,-32767,-32767,1,16383,-7424,3,1,32767,32766,-32768 y:short=0,3,-17685,15,32767,5935,17,-32767,3,17,-32767,16383,8,1,3,7 z:short=1,3,32766,0,3,-32767,0,0,-32768,0,0,16383,32767,32766,-32768,3 sum:short=16*0 difference:short=16*0 mad:short=16*0 turned:short=16*0 | FileCheck %s --check-prefix=SHORT
// RUN: kernel-run %s --options "-D NUMBER=ushort -D WIDTH=" --kernel all --global 16 --local 16 x:ushort=0,32767,1,0,32767,0,0,37007,0,32767,1,0,0,65535,0,3 y:ushort=11,3,0,11,0,0,1,1,62706,4,3,65535,9,65535,1,4 z:ushort=32767,65535,65534,1,32767,1,3,65535,0,3,0,65535,1,3,1,32767 sum:ushort=16*0 difference:ushort=16*0 mad:ushort=16*0 turned:ushort=16*0 | FileCheck %s --check-prefix=USHORT
// RUN: kernel-run %s --options "-D NUMBER=ushort -D WIDTH=16" --kernel all --global 1 --local 1 x:ushort=0,32767,1,0,32767,0,0,37007,0,32767,1,0,0,65535,0,3 y:ushort=11,3,0,11,0,0,1,1,62706,4,3,65535,9,65535,1,4 z:ushort=32767,65535,65534,1,32767,1,3,65535,0,3,0,65535,1,3,1,32767 sum:ushort=16*0 difference:ushort=16*0 mad:ushort=16*0 turned:ushort=16*0 | FileCheck %s --check-prefix=USHORT
// RUN: kernel-run %s --options "-D NUMBER=int -D WIDTH=" --kernel all --global 16 --local 16 x:int=2147483647,0,2147483646,1073741823,-2147483647,-2147483648,2147483646,1,131866480,-2147483648,3,1073741823,-2147483647,2147483646,1,3 y:int=31,1510008006,2147483647,5,2147483646,1073741823,30,3,1073741823,3,2147483647,-2147483647,15,1073741823,1,3 z:int=1073741823,2147483647,1073741823,-2147483647,-2147483648,2147483647,1,-2147483647,0,2147483646,0,-2147483648,-2147483647,-1954432064,2147483647,2147483646 sum:int=16*0 difference:int=16*0 mad:int=16*0 turned:int=16*0 | FileCheck %s --check-prefix=INT
// RUN: kernel-run %s --options "-D NUMBER=int -D WIDTH=16" --kernel all --global 1 --local 1 x:int=2147483647,0,2147483646,1073741823,-2147483647,-2147483648,2147483646,1,131866480,-2147483648,3,1073741823,-2147483647,2147483646,1,3 y:int=31,1510008006,2147483647,5,2147483646,1073741823,30,3,1073741823,3,2147483647,-2147483647,15,1073741823,1,3 z:int=1073741823,2147483647,1073741823,-2147483647,-2147483648,2147483647,1,-2147483647,0,2147483646,0,-2147483648,-2147483647,-1954432064,2147483647,2147483646 sum:int=16*0 difference:int=16*0 mad:int=16*0 turned:int=16*0 | FileCheck %s --check-prefix=INT
// RUN: kernel-run %s --options "-D NUMBER=uint -D WIDTH=" --kernel all --global 16 --local 16 x:uint=0,3,0,4294967294,1728112407,1,4294967295,4294967295,74767950,3,0,0,0,1,569804441,4294967294 y:uint=22,0,4294967294,25,3,0,29,0,3,13,1,1,12,0,146182338,17 z:uint=1,3,0,1,1,1,409297628,1,3,1,3,0,4021361877,1,0,2147483647 sum:uint=16*0 difference:uint=16*0 mad:uint=16*0 turned:uint=16*0 | FileCheck %s --check-prefix=UINT
// RUN: kernel-run %s --options "-D NUMBER=uint -D WIDTH=16" --kernel all --global 1 --local 1 x:uint=0,3,0,4294967294,1728112407,1,4294967295,4294967295,74767950,3,0,0,0,1,569804441,4294967294 y:uint=22,0,4294967294,25,3,0,29,0,3,13,1,1,12,0,146182338,17 z:uint=1,3,0,1,1,1,409297628,1,3,1,3,0,4021361877,1,0,2147483647 sum:uint=16*0 difference:uint=16*0 mad:uint=16*0 turned:uint=16*0 | FileCheck %s --check-prefix=UINT

// CHAR: sum = 12,36,-128,127,-65,6,127,127,0,7,127,63,-117,-65,-1,-122
// CHAR-NEXT: difference = -10,90,-1,119,127,0,125,-1,0,-1,127,63,-128,-128,127,-128
// CHAR-NEXT: mad = 12,-128,127,127,-128,127,127,127,53,75,1,-128,-128,-128,-128,-128
// CHAR-NEXT: turned = 8,-25,1,127,63,24,-4,63,0,48,127,63,6,64,-4,48
// UCHAR: sum = 12,128,213,10,168,0,12,255,194,6,2,128,5,255,1,9
// UCHAR-NEXT: difference = 0,0,41,0,0,0,0,0,0,0,0,0,1,0,1,0
// UCHAR-NEXT: mad = 138,127,255,127,255,127,158,255,194,1,128,128,78,255,127,255
// UCHAR-NEXT: turned = 8,128,223,0,148,0,8,191,2,0,2,128,12,128,1,0
// SHORT: sum = 0,-32765,-32768,-32752,0,22318,-32750,-32768,4,16400,-32768,16386,9,32767,32767,-32761
// SHORT-NEXT: difference = 0,-32768,-15082,-32768,-32768,10448,-32768,0,-2,16366,25343,-16380,-7,32766,32763,-32768
// SHORT-NEXT: mad = 1,-32768,32767,-32768,-32768,32767,-32768,32767,-32765,32767,32767,32767,32767,32767,32767,-32768
// SHORT-NEXT: turned = 0,4,3072,-16384,-16384,-24577,3,3,8,32766,-14847,-32767,256,-2,-13,64
// USHORT: sum = 11,32770,1,11,32767,0,1,37008,62706,32771,4,65535,9,65535,1,7
// USHORT-NEXT: difference = 0,32764,1,0,32767,0,0,37006,0,32763,0,0,0,0,0,0
// USHORT-NEXT: mad = 32767,65535,65534,1,32767,1,3,65535,0,65535,3,65535,1,65535,1,32779
// USHORT-NEXT: turned = 0,65531,1,0,32767,0,0,8479,0,65527,8,0,0,65535,0,48
// INT: sum = 2147483647,1510008006,2147483647,1073741828,-1,-1073741825,2147483647,4,1205608303,-2147483645,2147483647,-1073741824,-2147483632,2147483647,2,6
// INT-NEXT: difference = 2147483616,-1510008006,-1,1073741818,-2147483648,-2147483648,2147483616,-2,-941875343,-2147483648,-2147483644,2147483647,-2147483648,1073741823,0,0
// INT-NEXT: mad = 2147483647,2147483647,2147483647,2147483647,-2147483648,-2147483648,2147483647,-2147483644,2147483647,-2147483648,2147483647,-2147483648,-2147483648,2147483647,2147483647,2147483647
// INT-NEXT: turned = -1073741825,0,1073741823,-25,1610612736,1073741824,-1610612737,8,65933240,4,-2147483647,2147483646,49152,1073741823,2,24
// UINT: sum = 22,3,4294967294,4294967295,1728112410,1,4294967295,4294967295,74767953,16,1,1,12,1,715986779,4294967295
// UINT-NEXT: difference = 0,3,0,4294967269,1728112404,1,4294967266,4294967295,74767947,0,0,0,0,1,423622103,4294967277
// UINT-NEXT: mad = 1,3,0,4294967295,4294967295,1,4294967295,1,224303853,40,3,0,4021361877,1,4294967295,4294967295
// UINT-NEXT: turned = 0,3,0,4261412863,939997371,1,4294967295,4294967295,598143600,24576,0,0,0,1,2279217764,4294836223

#define JOINED(type, width) type##width
#define VECTOR_OF(type, width) JOINED(type, width)
#define T VECTOR_OF(NUMBER, WIDTH)
kernel void all(global const T* x, global const T* y, global const T* z, global T* sum, global T* difference, global T* mad,
                global T* turned) {
  const size_t id = get_global_id(0);
  sum[id] = add_sat(x[id], y[id]);
  difference[id] = sub_sat(x[id], y[id]);
  mad[id] = mad_sat(x[id], y[id], z[id]);
  turned[id] = rotate(x[id], y[id]);
}
