import { describe, expect, it } from 'vitest';
import { MAPPING, measureText, readings } from './measure_text.ts';

const DAY = 1440;
const MINUTE = 0.668 / 1000;

const hours = (minutes: number) => minutes / 60;

describe('readings that are not there', () => {
  it('replaces an hour without rows by the mean of the values before and after, each of its own quantity', async () => {
    const isGap = (index: number) => index >= 600 && index < 660;
    const series = await measureText(
      readings(DAY, 60, (index) => (isGap(index) ? undefined : index < 600 ? [0.4, 8000] : [0.6, 12_000])),
    );
    const { total, substitutedHours } = series;
    expect(total.tonnes).toBeCloseTo((600 * 32 + 60 * 0.5 * 100 + 780 * 72) * MINUTE, 12);
    expect(total.tonnesSubstituted).toBeCloseTo(60 * 50 * MINUTE, 12);
    expect(total).toMatchObject({ hoursMeasured: 23, hoursSubstituted: 1, coverage: 23 / 24 });
    expect(substitutedHours.map(({ start, hours }) => [new Date(start).getUTCHours(), hours.no_rows])).toEqual([
      [10, 1],
    ]);
  });

  it('replaces only the quantity that is missing: the flow of the row stays', async () => {
    const text = readings(DAY, 60, (index) =>
      index >= 600 && index < 660 ? ['н/д', 20_000] : [index < 600 ? 0.4 : 0.6, 10_000],
    );
    const { total } = await measureText(text);
    expect(total.tonnes).toBeCloseTo((600 * 40 + 60 * 0.5 * 200 + 780 * 60) * MINUTE, 12);
    expect(total.substituted).toMatchObject({ blank: 1, no_rows: 0 });
  });

  it('takes the first good value at the beginning, and the last one at the end', async () => {
    const isGood = (index: number) => index >= 60 && index < DAY - 120;
    const { total } = await measureText(
      readings(DAY, 60, (index) => [isGood(index) ? (index < 700 ? 0.4 : 0.6) : '', 10_000]),
    );
    expect(total.tonnes).toBeCloseTo((700 * 40 + (DAY - 700) * 60) * MINUTE, 12);
    expect(total.hoursSubstituted).toBe(3);
  });

  it('finds mean values of several quantities whose gaps overlap', async () => {
    const text = readings(DAY, 60, (index) => [
      index >= 600 && index < 660 ? '' : index < 600 ? 0.4 : 0.6,
      index >= 630 && index < 700 ? '' : index < 630 ? 8000 : 12_000,
    ]);
    const { total } = await measureText(text);
    const middle = 30 * 0.5 * 80 + 30 * 0.5 * 100 + 40 * 0.6 * 100;
    expect(total.tonnes).toBeCloseTo((600 * 32 + middle + 740 * 72) * MINUTE, 12);
    expect(total.hoursSubstituted).toBeCloseTo(hours(100), 12);
  });

  it('integrates a gap by trapezoid between the readings beside it', async () => {
    const text = readings(DAY + 1, 60, (index) => (index > 600 && index < 720 ? undefined : [0.5, 10_000]));
    const { total } = await measureText(text, { ...MAPPING, rule: 'trapezoid' });
    expect(total.tonnes).toBeCloseTo(48.096, 12);
    expect(total.hoursSubstituted).toBeCloseTo(hours(119), 12);
  });

  it('lists every hour of a gap of days, in its month', async () => {
    const text = readings(4 * DAY, 60, (index) => (index >= 720 && index < 3 * DAY ? undefined : [0.5, 10_000]));
    const { total, months, substitutedHours } = await measureText(text);
    expect(substitutedHours).toHaveLength(60);
    expect(total).toMatchObject({ hoursMeasured: 36, hoursSubstituted: 60 });
    expect(months.map(({ period }) => period.hoursSubstituted)).toEqual([12, 48]);
    expect(total.tonnes).toBeCloseTo(4 * 48.096, 10);
  });

  it('changes a year by less than 0.5 % where one row of ten is lost, and counts the time', async () => {
    let state = 12_345;
    const isLost = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state / 2 ** 32 < 0.1;
    };
    const row = (index: number) =>
      [(0.4 + 0.2 * Math.sin(index / 500)).toFixed(3), (9000 + 1000 * Math.sin(index / 90)).toFixed(1)] as const;
    const minutes = 60 * DAY;
    const whole = await measureText(readings(minutes, 60, row), MAPPING, 1 << 20);
    const holed = await measureText(
      readings(minutes, 60, (index) => (index > 0 && isLost() ? undefined : row(index))),
      MAPPING,
      1 << 20,
    );
    expect(holed.rows).toBeLessThan(0.92 * minutes);
    expect(Math.abs(holed.total.tonnes / whole.total.tonnes - 1)).toBeLessThan(0.005);
    expect(holed.total.hoursSubstituted).toBeCloseTo(hours(minutes - holed.rows), 6);
    expect(holed.total.coverage).toBeLessThan(0.92);
  });
});
