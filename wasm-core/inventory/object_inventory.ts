import type {
  InventoryColumns,
  InventoryLine,
  InventorySource,
  ObjectBalance,
  ObjectInventory,
} from '../contract/inventory_schema.ts';
import { BALANCE_ROLES, partOf } from '../contract/parts.ts';
import type { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { balanceSteps } from './balance_steps.ts';
import { CoreSums } from './core_sums.ts';
import { massesOf, type PlacedStatement, type StatementMasses } from './statements.ts';

/** What an object's inventory is computed with. */
export interface InventoryMeans {
  readonly core: Core;
  readonly memory: CoreMemory;
  /** t CO2-eq per t CH4. */
  readonly gwp: number;
}

/** The figures of an object: its sources with their controls, its balance, its two columns. */
export type ObjectFigures = Pick<ObjectInventory, 'sources' | 'balance' | 'steps' | keyof InventoryColumns>;

/** A line with what the core computed for it; what it adds to the columns comes after its masses. */
interface PlacedLine extends PlacedStatement {
  readonly line: Omit<InventoryLine, 'co2e_t' | 'is_mandatory'>;
  readonly released_t: number;
}

/** A line whose part in both columns is known. */
interface CountedLine extends PlacedLine {
  readonly line: InventoryLine;
}

/** Computes an object from its statements: main methods and addends count, controls stand beside them. */
export function objectFigures(means: InventoryMeans, statements: readonly PlacedStatement[]): ObjectFigures {
  const sums = new CoreSums(means.memory);
  const masses = massesOf(means.core, means.memory, statements);
  const balance = balanceOf(means, sums, statements);
  const lines = countedLines(
    means,
    statements.map((one, index) => placedLine(one, masses, index)),
  );
  const full = sums.gases(
    [
      { co2_t: balance.co2_t, ch4_t: balance.ch4_t },
      { co2_t: balance.combustion_co2_t, ch4_t: 0 },
    ],
    means.gwp,
  );
  const mandatory = sums.gases(
    lines
      .filter(({ line }) => line.is_mandatory)
      .map(({ line, released_t }) => ({ co2_t: line.co2_t, ch4_t: released_t })),
    means.gwp,
  );
  return {
    sources: sourcesOf(sums, lines, balance),
    balance,
    steps: balanceSteps(lines, balance, full.co2e_t, means.gwp),
    mandatory,
    full,
  };
}

function placedLine(
  one: PlacedStatement,
  { ch4, destroyed, released, co2 }: StatementMasses,
  index: number,
): PlacedLine {
  const { calculation, role } = one;
  const line = {
    ...{ calculation: calculation.id, type: calculation.type, name: calculation.name, role },
    ...{ ch4_t: ch4[index] ?? 0, destroyed_t: destroyed[index] ?? 0, co2_t: co2[index] ?? 0 },
  };
  return { ...one, line, released_t: released[index] ?? 0 };
}

/** Lines with their contributions to the full inventory, and whether the mandatory report counts them. */
function countedLines({ memory, gwp }: InventoryMeans, lines: readonly PlacedLine[]): CountedLine[] {
  const own = counted(lines);
  memory.clear();
  const column = (value: (line: PlacedLine) => number) => memory.place(Float64Array.from(own, value));
  const contributions = memory.take(Math.max(own.length, 1) * 8);
  memory.function('line_contributions')(
    ...[own.length, column(({ part }) => BALANCE_ROLES.indexOf(partOf(part).balance))],
    ...[column(({ line }) => line.ch4_t), column(({ line }) => line.destroyed_t), column(({ line }) => line.co2_t)],
    ...[gwp, contributions],
  );
  const read = new Float64Array(memory.buffer, contributions, own.length);
  const byLine = new Map(own.map((one, index) => [one, read[index] ?? 0]));
  const mandatory = new Set(mandatoryLines(lines));
  return lines.map((one) => {
    return { ...one, line: { ...one.line, co2e_t: byLine.get(one) ?? 0, is_mandatory: mandatory.has(one) } };
  });
}

/** The lines that count: main methods and addends. */
function counted<T extends PlacedStatement>(lines: readonly T[]): T[] {
  return lines.filter(({ role }) => role !== 'control');
}

function balanceOf(
  { core, memory, gwp }: InventoryMeans,
  sums: CoreSums,
  all: readonly PlacedStatement[],
): ObjectBalance {
  const lines = counted(all);
  const { ch4, destroyed, co2, roles } = massesOf(core, memory, lines);
  const gross = lines.find(({ part }) => ['gross', 'ventilation'].includes(partOf(part).balance));
  const stated = [gross, ...lines].find((one) => one?.statement.coal !== undefined);
  const coal_t = inputOf(stated, 'coal') ?? 0;
  const density = inputOf(gross ?? stated, 'density') ?? core.constant('CH4_DENSITY');
  memory.clear();
  memory.function('object_balance')(
    ...[lines.length, memory.place(roles), memory.place(ch4), memory.place(destroyed), memory.place(co2)],
    ...[coal_t, density, gwp],
  );
  const written = new Float64Array(memory.buffer, memory.function('written_ptr')(), 11).slice();
  const [gross_t = 0, post_mining_t = 0, drained_t = 0, destined_t = 0, destroyed_t = 0] = written;
  const [, , , , , ch4_t = 0, co2_t = 0, combustion_co2_t = 0, co2e_t = 0, ef = Number.NaN, share = Number.NaN] =
    written;
  const way = gross === undefined ? null : partOf(gross.part).balance === 'gross' ? 'factor' : 'measured';
  const measured = way === 'measured' ? gross_t : 0;
  return {
    ...{
      way,
      gross_t,
      post_mining_t,
      drained_t,
      destined_t,
      destroyed_t,
      ch4_t,
      co2_t,
      combustion_co2_t,
      co2e_t,
      coal_t,
    },
    implied_ef_m3_t: Number.isNaN(ef) ? null : ef,
    recovery: Number.isNaN(share) ? null : share,
    measured_share: sums.ratio(measured, gross_t) ?? null,
    ch4_t_per_kt: sums.ratio(ch4_t, coal_t, 1000) ?? null,
  };
}

/** The input of a calculation that its statement names. */
function inputOf(one: PlacedStatement | undefined, name: 'coal' | 'density'): number | undefined {
  const input = one?.statement[name];
  return input === undefined ? undefined : one?.calculation.inputs[input];
}

/**
 * What the mandatory report counts: of each source the main method if it is the order's, otherwise the first control that is. A flare
 * counts its CO2 and unburnt methane, a measured mixture both gases, combustion and transport their CO2.
 */
function mandatoryLines(lines: readonly PlacedLine[]): PlacedLine[] {
  return sourceNames(lines).flatMap((source) => {
    const own = lines.filter(
      ({ part, statement }) => partOf(part).source === source && statement.order371 !== undefined,
    );
    const main = counted(own);
    return main.length > 0 ? main : own.slice(0, 1);
  });
}

function sourceNames(lines: readonly PlacedStatement[]): string[] {
  return [...new Set(lines.map(({ part }) => partOf(part).source))];
}

function sourcesOf(sums: CoreSums, lines: readonly CountedLine[], balance: ObjectBalance): InventorySource[] {
  return sourceNames(lines).flatMap((source) => {
    const own = lines.filter(({ part }) => partOf(part).source === source);
    const main = counted(own);
    const [first = own[0]] = main;
    if (!first) return [];
    const main_t = source === 'gross' ? balance.gross_t : sums.sum(main.map(({ line }) => line.ch4_t || line.co2_t));
    const controls = own
      .filter(({ role }) => role === 'control')
      .map(({ line, part }) => {
        // A measured way of gross emissions is ventilation and drained gas.
        const drained = part === 'ventilation' ? [balance.drained_t] : [];
        const { difference, percent = null } = sums.difference(
          main_t,
          sums.sum([line.ch4_t || line.co2_t, ...drained]),
        );
        return { ...line, part, main_t, difference_t: difference, difference_percent: percent };
      });
    return [
      { source, label: partOf(first.part).label, part: first.part, lines: main.map(({ line }) => line), controls },
    ];
  });
}
