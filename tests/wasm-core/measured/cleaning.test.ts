import { describe, expect, it } from 'vitest';
import { clock, MAPPING, measureText, readings } from './measure_text.ts';

const DAY = 1440;

const cleaned = (cleaning: unknown) => ({ ...MAPPING, cleaning });

/** A day of 0.5 % in 10 000 m³/min, but C or Q otherwise between two minutes. */
function day(from: number, to: number, bad: (index: number) => readonly [number | string, number | string]): string {
  return readings(DAY, 60, (index) => (index >= from && index < to ? bad(index) : [0.5, 10_000]));
}

describe('cleaning', () => {
  it('takes values out of the range of the sensor for gaps', async () => {
    const { total } = await measureText(day(600, 660, (index) => [index % 2 ? -9.99 : 327.67, 10_000]));
    expect(total.tonnes).toBeCloseTo(48.096, 10);
    expect(total.substituted.out_of_range).toBe(1);
  });

  it('takes a sensor that is stuck for a gap from its first equal reading, and leaves shorter runs', async () => {
    const noise = (index: number) => (0.5 + (index % 2 ? 0.1 : -0.1)).toFixed(1);
    const text = readings(DAY, 60, (index) => [
      (index >= 600 && index < 660) || (index >= 900 && index < 930) ? 0.9 : noise(index),
      10_000,
    ]);
    const { total } = await measureText(text, cleaned({ stuck: 30 }));
    expect(total.substituted.stuck).toBe(1);
    const raw = await measureText(text, cleaned({ stuck: false }));
    expect(raw.total.hoursSubstituted).toBe(0);
    expect(raw.total.tonnes).toBeGreaterThan(total.tonnes);
  });

  it('takes pulses of calibration out by their shape, and leaves methane that rises slowly or stays', async () => {
    const text = readings(DAY, 60, (index) => {
      if (index >= 300 && index < 308) return [2, 10_000];
      if (index >= 600 && index < 700) return [1.5, 10_000];
      return [0.5, 10_000];
    });
    const { total } = await measureText(text, cleaned({ calibration: { min: 1, max: 2.5, max_minutes: 15 } }));
    expect(total.substituted.calibration).toBeCloseTo(8 / 60, 12);
    expect(total.tonnes).toBeCloseTo((48.096 * (DAY + 200)) / DAY, 10);
  });

  it('takes calibrations out by the calendar', async () => {
    const calendar = [{ from: '2025-01-31 05:00', to: '2025-01-31 05:08' }];
    const { total } = await measureText(
      day(300, 308, () => [2, 10_000]),
      cleaned({ calibration: calendar }),
    );
    expect(total.substituted.calibration).toBeCloseTo(8 / 60, 12);
    expect(total.tonnes).toBeCloseTo(48.096, 10);
  });

  it('counts hours with the fan off as no flow, not as a gap', async () => {
    const { total } = await measureText(day(600, 780, () => ['', 0]));
    expect(total).toMatchObject({ hoursFanOff: 3, hoursMeasured: 21, hoursSubstituted: 0, coverage: 1 });
    expect(total.tonnes).toBeCloseTo((48.096 * 21) / 24, 10);
  });

  it('takes a flow below the threshold of the mine for a fan that is off', async () => {
    const text = day(600, 780, () => [0.5, 120]);
    const { total } = await measureText(text, cleaned({ fan_off: { below: 200 } }));
    expect(total.hoursFanOff).toBe(3);
    expect((await measureText(text)).total.hoursFanOff).toBe(0);
  });

  it('counts each time once: the first row of it stands', async () => {
    const rows = readings(DAY, 60, () => [0.5, 10_000])
      .trim()
      .split('\n');
    const twice = rows.flatMap((row, index) =>
      index > 0 && index <= 60 ? [row, row.replace(';0.5;', ';0.9;')] : [row],
    );
    const { total, duplicates, rows: count } = await measureText(twice.join('\n'));
    expect({ duplicates, count }).toEqual({ duplicates: 60, count: 1500 });
    expect(total.tonnes).toBeCloseTo(48.096, 10);
  });

  it('counts an hour once where the clock was set back by it', async () => {
    const before = readings(720, 60, () => [0.5, 10_000]);
    const after = Array.from({ length: 780 }, (_, index) => `${clock((660 + index) * 60)};0.5;10000`);
    const { total, leaps, duplicates } = await measureText(`${before}${after.join('\n')}\n`);
    expect(leaps + duplicates).toBe(60);
    expect(total).toMatchObject({ hoursMeasured: 24, hoursSubstituted: 0 });
    expect(total.tonnes).toBeCloseTo(48.096, 10);
  });

  it('drops rows of a clock that leapt ahead and came back', async () => {
    const rows = readings(DAY, 60, () => [0.5, 10_000])
      .trim()
      .split('\n');
    for (let index = 700; index < 705; index++) rows[index] = `2034-05-06 07:0${index - 700}:00;0.5;10000`;
    const { total, leaps } = await measureText(rows.join('\n'));
    expect(leaps).toBe(5);
    expect(total.hoursSubstituted).toBeCloseTo(5 / 60, 12);
    expect(total.tonnes).toBeCloseTo(48.096, 10);
  });

  it('«none» integrates what the file says', async () => {
    const { total } = await measureText(
      day(600, 660, () => [-1, 10_000]),
      cleaned('none'),
    );
    expect(total.hoursSubstituted).toBe(0);
    expect(total.tonnes).toBeCloseTo((48.096 * (DAY - 180)) / DAY, 10);
  });
});

describe('uncertainty', () => {
  it('says that the error of the sensor does not average out: 0.1 % at 0.3 % is a third of the sum', async () => {
    const text = readings(30 * 24, 3600, (index) => [index % 2 ? 0.2 : 0.4, 10_000]);
    const errors = { c_abs: 0.1, velocity_percent: 3, area_percent: 4 };
    const { uncertainty } = await measureText(text, { ...MAPPING, uncertainty: errors });
    expect(uncertainty?.concentration).toBeCloseTo(100 / 3, 10);
    expect(uncertainty?.flow).toBeCloseTo(5, 12);
    // s = x̄/3 and no positive correlation: N_eff = N = 720.
    expect(uncertainty?.effectiveHours).toBe(720);
    expect(uncertainty?.random).toBeCloseTo(196 / 3 / Math.sqrt(720), 10);
    expect(uncertainty?.total).toBeCloseTo(Math.hypot(100 / 3, 5, uncertainty?.random ?? 0), 10);
  });

  it('counts hours that follow each other alike as fewer', async () => {
    const wave = readings(90 * 24, 3600, (index) => [(0.5 + 0.2 * Math.sin(index / 50)).toFixed(4), 10_000]);
    const { uncertainty } = await measureText(wave, { ...MAPPING, uncertainty: { c_abs: 0.1 } }, 1 << 16);
    expect(uncertainty?.effectiveHours).toBeLessThan(90);
  });
});
