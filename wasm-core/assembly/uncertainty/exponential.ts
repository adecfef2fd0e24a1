// e^x of two numbers at once, |x| <= 512: the steps of glibc's e_exp.c (2.28 and later) without a
// fused multiply-add, by the table of the tree engine. Within 0.51 units of the last place.
// Constants come from memory, as in `logarithm.ts`.

import { EXP_TABLE } from '../trees/exp_table';

const TABLE: usize = memory.data<u64>([
  0x40671547652b82fe, // 128/ln 2.
  0x4338000000000000, // 1.5·2^52: adding it leaves the nearest whole number in the low bits.
  0xbf762e42fefa0000, // −ln 2/128, high and low part.
  0xbd0cf79abc9e3b3a,
  0x3fdffffffffffdbd, // C2 … C5.
  0x3fc555555555543c,
  0x3fa55555cf172b91,
  0x3f81111167a4d017,
]);

/** Inlined: calls would cost as much as the polynomial. */
class Exp {
  /** Constant `index`, in both lanes. */
  @inline
  static constant(index: usize): v128 {
    return v128.load_splat<u64>(TABLE + (index << 3));
  }

  /** The pair (tail, bits) of the table at the index in `shifted`. */
  @inline
  static entry(shifted: i64): v128 {
    return v128.load(EXP_TABLE + ((<usize>shifted & 127) << 4));
  }

  /** e^x of both numbers of `x`. */
  @inline
  static pair(x: v128): v128 {
    const shifted = f64x2.add(f64x2.mul(x, Exp.constant(0)), Exp.constant(1));
    const whole = f64x2.sub(shifted, Exp.constant(1));
    const r = f64x2.add(f64x2.add(x, f64x2.mul(whole, Exp.constant(2))), f64x2.mul(whole, Exp.constant(3)));
    const first = Exp.entry(i64x2.extract_lane(shifted, 0));
    const second = Exp.entry(i64x2.extract_lane(shifted, 1));
    const tail = v128.shuffle<f64>(first, second, 0, 2);
    const scale = i64x2.add(v128.shuffle<f64>(first, second, 1, 3), i64x2.shl(shifted, 45));
    const r2 = f64x2.mul(r, r);
    const near = f64x2.mul(r2, f64x2.add(Exp.constant(4), f64x2.mul(r, Exp.constant(5))));
    const far = f64x2.mul(f64x2.mul(r2, r2), f64x2.add(Exp.constant(6), f64x2.mul(r, Exp.constant(7))));
    const p = f64x2.add(f64x2.add(f64x2.add(tail, r), near), far);
    return f64x2.add(scale, f64x2.mul(scale, p));
  }
}

/** Replaces each z of the `bytes` bytes at `column` with value·e^(σ·z), |σ·z| <= 512. */
export function exponentials(value: f64, sigma: f64, column: usize, bytes: usize): void {
  const x0 = f64x2.splat(value);
  const s = f64x2.splat(sigma);
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(column + at, f64x2.mul(x0, Exp.pair(f64x2.mul(s, v128.load(column + at)))));
  }
}

const single: usize = memory.data(16);

/** e^x, |x| <= 512. */
export function exp(x: f64): f64 {
  store<f64>(single, x);
  exponentials(1, 1, single, 16);
  return load<f64>(single);
}
