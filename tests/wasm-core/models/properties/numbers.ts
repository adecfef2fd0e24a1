export type Numbers = Float32Array | Float64Array;

/** Places where two lists of one type differ by a bit; any NaN equals any other. A list of another length differs everywhere. */
export function differingBits(got: Numbers, wanted: Numbers): number[] {
  return differingUlps(got, wanted, 0);
}

/** Places where two lists differ by more than `limit` units of the last place. */
export function differingUlps(got: Numbers, wanted: Numbers, limit: number): number[] {
  if (got.length !== wanted.length) return Array.from({ length: Math.max(got.length, wanted.length) }, (_, at) => at);
  const found: number[] = [];
  for (let at = 0; at < got.length; at += 1) {
    const [one = 0, other = 0] = [got[at], wanted[at]];
    if (Object.is(one, other) || (Number.isNaN(one) && Number.isNaN(other))) continue;
    if (limit === 0 || !(ulpsBetween(one, other) <= limit)) found.push(at);
  }
  return found;
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** How many doubles lie between two, the farther one counted; NaN where one of them is no number. */
function ulpsBetween(one: number, other: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.NaN;
  const distance = order(one) - order(other);
  return Number(distance < 0n ? -distance : distance);
}

/** A whole number that grows with the double by one from each to the next. */
function order(value: number): bigint {
  double[0] = value;
  const pattern = bits[0] ?? 0n;
  return pattern < 0n ? -(pattern & 0x7fffffffffffffffn) : pattern;
}
