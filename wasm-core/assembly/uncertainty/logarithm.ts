// ln x of two numbers at once, normal x > 0, by the polynomial of fdlibm (e_log.c, Sun
// Microsystems, 1993), without branches.
// Within 0.65 units of the last place for tail probabilities, within 0.8 near 1. Constants are
// loaded from memory: a `v128.const` in a loop is built anew in each iteration.

const TABLE: usize = memory.data<u64>([
  0x3ff0000000000000 - 0x3fe6a09e667f3bcd, // Shifts the mantissa to [√½, √2).
  0x000fffffffffffff,
  0x3fe6a09e667f3bcd,
  1023,
  0x3fe5555555555593, // Lg1 … Lg7.
  0x3fd999999997fa04,
  0x3fd2492494229359,
  0x3fcc71c51d8e78af,
  0x3fc7466496cb03de,
  0x3fc39a09d078c69f,
  0x3fc2f112df3e5244,
  0x3fe62e42fee00000, // ln2hi, ln2lo.
  0x3dea39ef35793c76,
  0x3ff0000000000000,
  0x4000000000000000,
  0x3fe0000000000000,
]);

export class Logarithm {
  /** Constant `index`, in both lanes. */
  @inline
  static constant(index: usize): v128 {
    return v128.load_splat<u64>(TABLE + (index << 3));
  }

  /** ln of both numbers of `x`. */
  static pair(x: v128): v128 {
    const h = i64x2.add(x, Logarithm.constant(0));
    const exponent = i64x2.sub(i64x2.shr_u(h, 52), Logarithm.constant(3));
    const k = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(exponent, exponent, 0, 2, 0, 2));
    const m = i64x2.add(v128.and(h, Logarithm.constant(1)), Logarithm.constant(2));
    const f = f64x2.sub(m, Logarithm.constant(13));
    const s = f64x2.div(f, f64x2.add(f, Logarithm.constant(14)));
    const z = f64x2.mul(s, s);
    const w = f64x2.mul(z, z);
    const t1 = f64x2.mul(w, Logarithm.horner2(w, 5, 7, 9));
    const t2 = f64x2.mul(z, f64x2.add(Logarithm.constant(4), f64x2.mul(w, Logarithm.horner2(w, 6, 8, 10))));
    const half = f64x2.mul(Logarithm.constant(15), f64x2.mul(f, f));
    const low = f64x2.add(f64x2.mul(s, f64x2.add(half, f64x2.add(t1, t2))), f64x2.mul(k, Logarithm.constant(12)));
    return f64x2.sub(f64x2.mul(k, Logarithm.constant(11)), f64x2.sub(f64x2.sub(half, low), f));
  }

  /** a + w·(b + w·c) for the constants with these indices. */
  @inline
  static horner2(w: v128, a: usize, b: usize, c: usize): v128 {
    return f64x2.add(
      Logarithm.constant(a),
      f64x2.mul(w, f64x2.add(Logarithm.constant(b), f64x2.mul(w, Logarithm.constant(c)))),
    );
  }
}

/** ln x, normal x > 0. */
export function ln(x: f64): f64 {
  return f64x2.extract_lane(Logarithm.pair(f64x2.splat(x)), 0);
}
