import { describe, expect, it } from 'vitest';
import { TECHNOLOGIES } from '#core/dictionaries/technologies.ts';
import { loadServerCore } from '#functions/core.ts';
import { randomFrom } from './random.ts';

interface Rule {
  readonly rule: number;
  readonly technology: number;
  readonly metanFrom: number;
  readonly metanTo: number;
  readonly flowFrom: number;
  readonly flowTo: number;
}

const core = await loadServerCore();

function ruleAt(number: number): Rule {
  const [rule = 0, technology = 0, metanFrom = 0, metanTo = 0, flowFrom = 0, flowTo = 0] = core.run(
    'recycle_technology_rule',
    [number],
    6,
  );
  return { rule, technology, metanFrom, metanTo, flowFrom, flowTo };
}

function readRules(): Rule[] {
  const rules: Rule[] = [];
  for (let next = ruleAt(1); next.rule !== 0; next = ruleAt(next.rule + 1)) rules.push(next);
  return rules;
}

const rules = readRules();

/** Rules whose ranges hold the point: lower ends belong to them, upper ends do not, but for 100 %. */
function holding(metan: number, flow: number): number[] {
  return rules
    .filter(({ metanFrom, metanTo }) => metan >= metanFrom && (metan < metanTo || (metan === 100 && metanTo === 100)))
    .filter(({ flowFrom, flowTo }) => flow >= flowFrom && flow < flowTo)
    .map(({ rule }) => rule);
}

function recommended(metan: number, flow: number): number {
  return core.run('recycle_technology', [metan, flow], 6)[0] ?? Number.NaN;
}

/** The neighbouring floating-point number above or below a positive one. */
function neighbour(value: number, step: 1n | -1n): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}

function around(limit: number): number[] {
  return limit === 0 ? [0, Number.MIN_VALUE] : [neighbour(limit, -1n), limit, neighbour(limit, 1n)];
}

function limits(of: (rule: Rule) => number[]): number[] {
  return [...new Set(rules.flatMap(of))].filter(Number.isFinite);
}

describe('the thirty rules of methane utilisation', () => {
  it('are numbered from 1 and name every technology', () => {
    expect(rules.map(({ rule }) => rule)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(new Set(rules.map(({ technology }) => technology)).size).toBe(TECHNOLOGIES.length);
    expect(Math.max(...rules.map(({ technology }) => technology))).toBe(TECHNOLOGIES.length);
  });

  it('contain each of 200,000 random points exactly once, and the core finds that rule', () => {
    const random = randomFrom('recycle_technology');
    for (let point = 0; point < 200_000; point++) {
      const metan = 100 * random() ** (1 + Math.floor(random() * 4));
      const flow = 10_000 * random() ** (1 + Math.floor(random() * 6));
      const held = holding(metan, flow);
      if (held.length !== 1 || held[0] !== recommended(metan, flow)) {
        expect.fail(`${metan} %, ${flow} m³/min: rules ${held.join(', ')}, the core says ${recommended(metan, flow)}`);
      }
    }
  });

  it('leave no gap and no overlap at any corner', () => {
    const metans = limits(({ metanFrom, metanTo }) => [metanFrom, metanTo]).flatMap(around);
    const flows = [...limits(({ flowFrom, flowTo }) => [flowFrom, flowTo]).flatMap(around), 1e9];
    for (const metan of metans.filter((value) => value <= 100)) {
      for (const flow of flows)
        expect([metan, flow, holding(metan, flow)]).toEqual([metan, flow, [recommended(metan, flow)]]);
    }
  });

  it.each([
    [-0.1, 1],
    [100.000_001, 1],
    [50, -1],
    [Number.NaN, 1],
    [50, Number.NaN],
    [50, Number.POSITIVE_INFINITY],
  ])('recommend nothing outside the domain: %d %%, %d m³/min', (metan, flow) => {
    expect(recommended(metan, flow)).toBe(0);
  });

  it.each([0, 31, -1])('do not include a rule %i', (rule) => {
    expect(ruleAt(rule)).toMatchObject({ rule: 0, technology: Number.NaN });
  });
});
