// The trend of two totals of the same draws: a quantity that both years share changes both totals,
// and its effect cancels.

/** (current − base)/base of n draws in percent: f64[n] at `out`. */
export function uncertainty_trend(base: usize, current: usize, n: u32, out: usize): void {
  const end = (<usize>n) << 3;
  for (let at: usize = 0; at < end; at += 8) {
    const b = load<f64>(base + at);
    store<f64>(out + at, ((load<f64>(current + at) - b) / b) * 100);
  }
}
