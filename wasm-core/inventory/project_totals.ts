import { type CalculationType, definitionOf, FIELDS_TYPES, isCalculationType } from '../calculations/index.ts';
import type { ProjectInventory } from '../contract/inventory_schema.ts';
import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { CoreSums } from './core_sums.ts';

/** What a source of one object, or the calculations of one type that belong to no object, add to the total, t CO2-eq. */
export interface SourceTotal {
  /** The same in every project: object and source, or type. */
  readonly key: string;
  readonly label: string;
  /** Name of the object; undefined: assigned to no object. */
  readonly object: string | undefined;
  /** Calculations that are added up. */
  readonly count: number;
  readonly total: number;
}

/** Emissions of a project, t CO2-eq: the full inventory by source in descending order, its sum, and what of it is mandatory. */
export interface ProjectTotals {
  readonly sources: readonly SourceTotal[];
  /** Full inventory by IPCC. */
  readonly total: number;
  /** Mandatory scope of order 371. */
  readonly mandatory: number;
  /** What each calculation that counts adds to the total, t CO2-eq, by id; a control adds nothing and is not here. */
  readonly contributions: ReadonlyMap<string, number>;
  /** Sums of the contributions by type; types without a contribution are left out. */
  readonly byType: ReadonlyMap<CalculationType, number>;
}

/**
 * The totals of a project as its inventory has them: an object counts by its methane balance, a calculation without an object by its
 * result. Types without emissions and sources of which nothing counts are left out.
 */
export async function projectTotals(
  core: Core,
  { objects, unassigned, full, mandatory }: ProjectInventory,
): Promise<ProjectTotals> {
  const sums = new CoreSums(await CoreMemory.open(core.module));
  const placed = objects.flatMap(({ object: id, name: object, sources }) =>
    sources
      .filter(({ lines }) => lines.length > 0)
      .map(({ source, label, lines }): SourceTotal => {
        const total = sums.sum(lines.map(({ co2e_t }) => co2e_t));
        return { key: `${id}#${source}`, label, object, count: lines.length, total };
      }),
  );
  const rest = FIELDS_TYPES.flatMap((type): SourceTotal[] => {
    const own = unassigned.calculations.filter((one) => one.type === type).map(({ co2e_t }) => co2e_t);
    const label = definitionOf(type).title;
    return own.length === 0 ? [] : [{ key: type, label, object: undefined, count: own.length, total: sums.sum(own) }];
  });
  const lines = objects.flatMap((one) => one.sources.flatMap((source) => source.lines));
  const counted = [...lines, ...unassigned.calculations];
  const byType = FIELDS_TYPES.flatMap((type) => {
    const own = counted.filter((one) => one.type === type).map(({ co2e_t }) => co2e_t);
    return own.length === 0 ? [] : [[type, sums.sum(own)] as const];
  });
  return {
    sources: [...placed, ...rest].sort((first, second) => second.total - first.total),
    total: full.co2e_t,
    mandatory: mandatory.co2e_t,
    contributions: new Map(counted.map(({ calculation, co2e_t }) => [calculation, co2e_t])),
    byType: new Map(byType),
  };
}

/** Sources of several projects, each once: those of objects by their names, then types in the order of the menu. */
export function sourcesOfAll(all: readonly ProjectTotals[]): SourceTotal[] {
  const byKey = new Map(all.flatMap(({ sources }) => sources.map((source) => [source.key, source])));
  const placeOf = ({ key, object = '', label }: SourceTotal) =>
    isCalculationType(key) ? `1${String(FIELDS_TYPES.indexOf(key)).padStart(3, '0')}` : `0${object}#${label}`;
  return [...byKey.values()].sort((one, other) => placeOf(one).localeCompare(placeOf(other), 'ru'));
}

/** Title of a source with its object: «Шахта «Северная»: Сожжено в факеле». */
export function sourceTitle({ object, label }: Pick<SourceTotal, 'object' | 'label'>): string {
  return object === undefined ? label : `${object}: ${label}`;
}
