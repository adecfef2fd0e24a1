import { TECHNOLOGIES, TECHNOLOGY_NOTE } from '#core/dictionaries/technologies.ts';
import type { Case } from './cases.ts';

const INF = Number.POSITIVE_INFINITY;

/** Highest flow that the definition accepts, m³/min. */
const MAX_FLOW = 10_000;

/** The decision table as it was decided: bands up to a concentration [%], each with steps up to a flow [m³/min] and a technology. */
// biome-ignore format: a band is a line
const BANDS = [
  [0.1, [[INF, 1]]],
  [0.2, [[2, 1], [INF, 2]]],
  [1.2, [[2, 3], [20, 4], [INF, 5]]],
  [3.5, [[2, 6], [INF, 7]]],
  [5, [[INF, 8]]],
  [15, [[INF, 9]]],
  [25, [[INF, 10]]],
  [30, [[1, 11], [5, 12], [INF, 13]]],
  [50, [[1, 11], [5, 14], [20, 15], [INF, 16]]],
  [80, [[1, 11], [5, 14], [20, 15], [INF, 17]]],
  [95, [[1, 11], [5, 18], [20, 15], [INF, 19]]],
  [100, [[1, 11], [5, 18], [20, 19], [INF, 20]]],
] as const;

/** A line each: rule, technology, metan from and to [%], a_metan from and to [m³/min]. A range begins where the one before ends. */
const RULES = BANDS.flatMap(([metanTo, steps], band) => {
  const metanFrom = BANDS[band - 1]?.[0] ?? 0;
  return steps.map(
    ([flowTo, technology], step) => [technology, metanFrom, metanTo, steps[step - 1]?.[0] ?? 0, flowTo] as const,
  );
}).map((rule, index) => [index + 1, ...rule] as const);

/** Points whose technology the decision was checked with: metan %, a_metan m³/min, rule. */
const POINTS = [
  [0.3, 10, 5],
  [0.75, 60, 6],
  [9.5, 40, 10],
  [20, 8, 11],
  [25, 5, 14],
  [24.999, 5, 11],
  [40, 12, 17],
  [60, 30, 22],
  [97, 30, 30],
  [100, 20, 30],
  [0, 0, 1],
] as const;

const russian = (value: number) => String(value).replace('.', ',');

function resultsOf(number: number): Case['results'] {
  const found = RULES.find(([rule]) => rule === number);
  if (!found) throw new Error(`The decision table has no rule ${number}`);
  const [rule, technology, metanFrom, metanTo, flowFrom, flowTo] = found;
  const metan = `метан от ${russian(metanFrom)} до ${russian(metanTo)} %`;
  const flow = flowTo === INF ? `от ${flowFrom}` : `от ${flowFrom} до ${flowTo}`;
  const upper = metanTo === 100 ? 'верхняя — нет, кроме 100 %' : 'верхняя — нет';
  return {
    technology: TECHNOLOGIES[technology - 1] ?? '',
    code: `T${String(technology).padStart(2, '0')}`,
    rule,
    reason: `Правило ${rule}: ${metan}, расход ${flow} м³/мин (нижняя граница входит в диапазон, ${upper}).`,
    warning:
      metanFrom >= 3.5 && metanFrom < 25 ? 'Опасная концентрация: использовать и транспортировать смесь нельзя.' : '',
    note: TECHNOLOGY_NOTE,
  };
}

/** Just inside an upper limit that does not belong to the range. */
const below = (limit: number) => Number((limit - 0.001).toFixed(3));

const source = 'decision table of 30 rules by concentration and flow';

const points: Case[] = POINTS.map(([metan, a_metan, rule]) => ({
  title: `${metan} % and ${a_metan} m³/min: rule ${rule}`,
  inputs: { metan, a_metan },
  results: resultsOf(rule),
  source,
}));

const corners: Case[] = RULES.flatMap(([rule, , metanFrom, metanTo, flowFrom, flowTo]) => [
  {
    title: `rule ${rule} holds its lower corner`,
    inputs: { metan: metanFrom, a_metan: flowFrom },
    results: resultsOf(rule),
    source,
  },
  {
    title: `rule ${rule} reaches to its upper corner`,
    inputs: { metan: metanTo === 100 ? 100 : below(metanTo), a_metan: flowTo === INF ? MAX_FLOW : below(flowTo) },
    results: resultsOf(rule),
    source,
  },
]);

const written: Case = {
  title: 'written as in a spreadsheet',
  inputs: { metan: '0,75', a_metan: '1\u00a0200,5' },
  results: resultsOf(6),
  source,
};

export const cases: readonly Case[] = [...points, ...corners, written];
