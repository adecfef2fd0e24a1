// ln(1 + x) in f32 for 0 <= x <= 1, bit-exact with glibc before 2.41, because XGBoost uses it for
// expectiles. AssemblyScript's own function uses other steps. glibc 2.36,
// sysdeps/ieee754/flt-32/s_log1pf.c.

const LN2_HI: f32 = reinterpret<f32>(0x3f317180);
const LN2_LO: f32 = reinterpret<f32>(0x3717f7d1);
const L1: f32 = reinterpret<f32>(0x3f2aaaab);
const L2: f32 = reinterpret<f32>(0x3ecccccd);
const L3: f32 = reinterpret<f32>(0x3e924925);
const L4: f32 = reinterpret<f32>(0x3e638e29);
const L5: f32 = reinterpret<f32>(0x3e3a3325);
const L6: f32 = reinterpret<f32>(0x3e1cd04f);
const L7: f32 = reinterpret<f32>(0x3e178897);

/** ln(1 + x), f32, 0 <= x <= 1; NaN gives NaN. */
export function log1p_f32(x: f32): f32 {
  if (isNaN(x)) return x;
  // 1 + x = 2^k·(1 + f); c is the exact minus the rounded sum.
  let k: f32 = 0;
  let c: f32 = 0;
  let f = x;
  let fraction: u32 = 1;
  if (x < <f32>1.862645149230957e-9) return x < <f32>5.551115123125783e-17 ? x : x - x * x * <f32>0.5;
  if (reinterpret<u32>(x) >= 0x3ed413d7) {
    const u: f32 = <f32>1 + x;
    const bits = reinterpret<u32>(u);
    k = <f32>(<i32>(bits >> 23) - 127);
    c = (k > 0 ? <f32>1 - (u - x) : x - (u - <f32>1)) / u;
    fraction = bits & 0x7fffff;
    if (fraction < 0x3504f7) f = reinterpret<f32>(fraction | 0x3f800000) - <f32>1;
    else {
      k += 1;
      f = reinterpret<f32>(fraction | 0x3f000000) - <f32>1;
      fraction = (0x800000 - fraction) >> 2;
    }
  }
  const half: f32 = <f32>0.5 * f * f;
  if (fraction === 0) {
    if (f === 0) return k * LN2_HI + (c + k * LN2_LO);
    const r: f32 = half * (<f32>1 - <f32>0.6666666666666666 * f);
    return k * LN2_HI - (r - (k * LN2_LO + c) - f);
  }
  const s: f32 = f / (<f32>2 + f);
  const z: f32 = s * s;
  const r: f32 = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
  if (k === 0) return f - (half - s * (half + r));
  return k * LN2_HI - (half - (s * (half + r) + (k * LN2_LO + c)) - f);
}
