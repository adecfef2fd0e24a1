import { describe, expect, it, test } from 'vitest';
import { clock, MAPPING, measureText, readings } from './measure_text.ts';

/** Minutes of a day. */
const DAY = 1440;

/** Tonnes of one m³/min of methane over one minute, at 20 °C. */
const MINUTE = 0.668 / 1000;

function expectExact(value: number, expected: number): void {
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected));
}

describe('tonnes of a series whose integral is known', () => {
  it('gives 48.096 t for a day of 0.5 % in 10 000 m³/min', async () => {
    const { total } = await measureText(readings(DAY, 60, () => [0.5, 10_000]));
    expectExact(total.tonnes, 48.096);
    expect(total).toMatchObject({ hoursMeasured: 24, hoursSubstituted: 0, hoursFanOff: 0, coverage: 1 });
  });

  it('sums a ramp by the left step: each reading stands until the next', async () => {
    const { total } = await measureText(readings(DAY, 60, (index) => [(index / 1000).toFixed(3), 6000]));
    // Σ i/1000/100·6000 for i = 0 … 1439.
    expectExact(total.tonnes, ((DAY * (DAY - 1)) / 2) * 0.06 * MINUTE);
  });

  it('integrates a ramp exactly by trapezoid, from the first reading to the last', async () => {
    const ramp = readings(DAY + 1, 60, (index) => [(index / 1000).toFixed(3), 6000]);
    const { total } = await measureText(ramp, { ...MAPPING, rule: 'trapezoid' });
    expectExact(total.tonnes, ((DAY * DAY) / 2) * 0.06 * MINUTE);
    expect(total.hoursMeasured).toBe(24);
  });

  it.each(['left', 'trapezoid'])('integrates whole waves of a sine to their mean by %s', async (rule) => {
    const wave = (index: number) => 0.5 + 0.3 * Math.sin((2 * Math.PI * index) / 360);
    const count = rule === 'left' ? DAY : DAY + 1;
    const { total } = await measureText(
      readings(count, 60, (index) => [wave(index), 10_000]),
      { ...MAPPING, rule },
    );
    expectExact(total.tonnes, 48.096);
  });

  it('multiplies C and Q of one time: means of each would give another sum', async () => {
    const { total } = await measureText(readings(DAY, 60, (index) => (index % 2 ? [0.2, 15_000] : [0.8, 5000])));
    expectExact(total.tonnes, 35 * DAY * MINUTE);
    expect(total.meanC).toBeCloseTo(0.5, 12);
    expect([total.minC, total.maxC]).toEqual([0.2, 0.8]);
    expect(total.meanFlow).toBeCloseTo(10_000, 8);
  });

  it('holds readings until the next one where times are uneven', async () => {
    const text = `time;c;q\n${clock(0)};0.5;6000\n${clock(60)};0.7;6000\n${clock(130)};0.9;6000\n${clock(190)};0.1;6000\n`;
    const { total } = await measureText(text);
    expectExact(total.tonnes, 60 * (0.5 + (0.7 * 70) / 60 + 0.9 + 0.1) * MINUTE);
  });

  it('divides a series into the months of its clock', async () => {
    const { total, months } = await measureText(readings(2 * DAY, 60, (index) => [index < DAY ? 0.5 : 1, 10_000]));
    expect(months.map(({ month }) => month)).toEqual(['2025-01', '2025-02']);
    expectExact(months[0]?.period.tonnes ?? 0, 48.096);
    expectExact(months[1]?.period.tonnes ?? 0, 96.192);
    expectExact(total.tonnes, 144.288);
  });

  it('sums rows without a clock by their step', async () => {
    const text = `v;c\n${'2.5;0.5\n'.repeat(86_400)}`;
    const mapping = {
      ...{ delimiter: ';', time: { step_s: 1 }, c: { column: 'c', unit: '%' }, v: { column: 'v', unit: 'm/s' } },
      ...{ area_m2: 20, anemometer_factor: 0.9, conditions: '20C', density_kg_m3: 0.67 },
    };
    const { total, rows } = await measureText(text, mapping);
    expect(rows).toBe(86_400);
    expectExact(total.tonnes, 0.005 * 2.5 * 20 * 0.9 * 60 * DAY * (0.67 / 1000));
  });
});

describe('conditions and units', () => {
  const DEGREES = 35;
  const KILOPASCAL = 103.5;
  const text = `time;c;v;t;p\n${Array.from({ length: DAY }, (_, index) => `${clock(index * 60)};0.4;3;${DEGREES};${KILOPASCAL}`).join('\n')}`;
  const actual = {
    ...MAPPING,
    q: undefined,
    v: { column: 'v', unit: 'm/s' },
    area_m2: 12.5,
    anemometer_factor: 0.85,
    conditions: 'actual',
  };
  const flow = 3 * 12.5 * 0.85 * 60 * (KILOPASCAL / 101.325) * (293.15 / (273.15 + DEGREES));

  it('brings the flow to 20 °C and 101.325 kPa by temperature and pressure of the row', async () => {
    const { total } = await measureText(text, {
      ...actual,
      t: { column: 't', unit: 'C' },
      p: { column: 'p', unit: 'kPa' },
    });
    expectExact(total.tonnes, 0.004 * flow * DAY * MINUTE);
    expect(total.meanFlow).toBeCloseTo(flow, 8);
  });

  it('takes constant temperature and pressure, and the share of water off where C is of dry gas', async () => {
    const constants = { t: { constant: DEGREES + 273.15, unit: 'K' }, p: { constant: 1035, unit: 'hPa' } };
    const { total } = await measureText(text, { ...actual, ...constants, water_share: 0.03 });
    expectExact(total.tonnes, 0.004 * flow * 0.97 * DAY * MINUTE);
  });

  it('leaves the flow as it is where it is at 20 °C already', async () => {
    const { total } = await measureText(text, { ...actual, conditions: '20C' });
    expectExact(total.tonnes, 0.004 * (3 * 12.5 * 0.85 * 60) * DAY * MINUTE);
  });

  test.each([
    ['%', {}, 0.5],
    ['% об.', {}, 0.5],
    ['ppm', {}, 5000],
    ['share', {}, 0.005],
    ['% LEL', { lel_percent: 4.4 }, 0.5 / 0.044],
    ['% НКПР', { lel_percent: 5 }, 10],
  ])('reads C in %s', async (unit, limit, value) => {
    const { total } = await measureText(
      readings(DAY, 60, () => [value, 10_000]),
      {
        ...MAPPING,
        c: { column: 'c', unit, ...limit },
      },
    );
    expectExact(total.tonnes, 48.096);
  });

  test.each([
    ['m3/s', 10_000 / 60],
    ['m³/h', 600_000],
    ['м³/мин', 10_000],
    ['тыс. м³/ч', 600],
  ])('reads the flow in %s', async (unit, value) => {
    const { total } = await measureText(
      readings(DAY, 60, () => [0.5, value]),
      { ...MAPPING, q: { column: 'q', unit } },
    );
    expectExact(total.tonnes, 48.096);
  });
});
