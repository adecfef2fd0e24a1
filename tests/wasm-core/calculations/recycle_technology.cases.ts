import { TECHNOLOGIES, TECHNOLOGY_NOTE } from '#core/dictionaries/technologies.ts';
import type { Case } from './cases.ts';

const INF = Number.POSITIVE_INFINITY;

/** Highest flow that the definition accepts, m³/min. */
const MAX_FLOW = 10_000;

/** The decision table as it was decided: rule, technology, metan from and to [%], a_metan from and to [m³/min]. */
// biome-ignore format: a rule is a line
const RULES = [
  [1, 1, 0, 0.1, 0, INF],
  [2, 1, 0.1, 0.2, 0, 2],
  [3, 2, 0.1, 0.2, 2, INF],
  [4, 3, 0.2, 1.2, 0, 2],
  [5, 4, 0.2, 1.2, 2, 20],
  [6, 5, 0.2, 1.2, 20, INF],
  [7, 6, 1.2, 3.5, 0, 2],
  [8, 7, 1.2, 3.5, 2, INF],
  [9, 8, 3.5, 5, 0, INF],
  [10, 9, 5, 15, 0, INF],
  [11, 10, 15, 25, 0, INF],
  [12, 11, 25, 30, 0, 1],
  [13, 12, 25, 30, 1, 5],
  [14, 13, 25, 30, 5, INF],
  [15, 11, 30, 50, 0, 1],
  [16, 14, 30, 50, 1, 5],
  [17, 15, 30, 50, 5, 20],
  [18, 16, 30, 50, 20, INF],
  [19, 11, 50, 80, 0, 1],
  [20, 14, 50, 80, 1, 5],
  [21, 15, 50, 80, 5, 20],
  [22, 17, 50, 80, 20, INF],
  [23, 11, 80, 95, 0, 1],
  [24, 18, 80, 95, 1, 5],
  [25, 15, 80, 95, 5, 20],
  [26, 19, 80, 95, 20, INF],
  [27, 11, 95, 100, 0, 1],
  [28, 18, 95, 100, 1, 5],
  [29, 19, 95, 100, 5, 20],
  [30, 20, 95, 100, 20, INF],
] as const;

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
