import type { CompanyInventory, ObjectYear, YearChange } from '../contract/company_inventory_schema.ts';
import { GWP_SETS, type GwpSet } from '../contract/gwp_sets.ts';
import type { InventoryColumns, ObjectInventory, ProjectInventory } from '../contract/inventory_schema.ts';
import { CoreMemory } from '../core_memory.ts';
import type { Core } from '../load.ts';
import { CoreSums } from './core_sums.ts';
import type { InventoryInput } from './inventory_input.ts';
import { projectInventory } from './project_inventory.ts';

/** What a company's inventory is made of. */
export interface CompanyInput {
  readonly projects: readonly InventoryInput[];
  readonly gwp_set: GwpSet;
  /** The first year without it. */
  readonly base_year?: number;
  readonly projects_left_out: number;
}

/** Change of the base year's total by method and factors above which it is computed anew, %: our proposal. */
const RECALCULATION_PERCENT = 5;

type CompanyObject = CompanyInventory['objects'][number];

/** Objects × sources × years. Projects come in any order: they are sorted by their period. */
export async function companyInventory(core: Core, input: CompanyInput): Promise<CompanyInventory> {
  const { gwp_set, projects_left_out } = input;
  const sums = new CoreSums(await CoreMemory.open(core.module));
  const inventories: ProjectInventory[] = [];
  for (const project of input.projects) inventories.push(await projectInventory(core, { ...project, gwp_set }));
  inventories.sort((one, other) => compare(periodOf(one), periodOf(other)));
  const all = [...new Set(inventories.map(({ year }) => year))].sort((one, other) => one - other);
  const objects = objectsOf(sums, inventories);
  const years = all.map((year) => {
    const own = inventories.filter((one) => one.year === year);
    const columns = addColumns(sums, own);
    const rows = objects.flatMap((object) =>
      object.years.flatMap((row) => (row.year === year ? [{ object, row }] : [])),
    );
    const coal_t = sums.sum(rows.map(({ row }) => row.coal_t));
    const unassigned = addColumns(
      sums,
      own.map((one) => one.unassigned),
    );
    const owned = rows.map(({ object, row }) => sums.share(row.full.co2e_t, object.ownership_percent));
    return {
      ...{ year, ...columns, coal_t, unassigned, ...leftOut(own), projects: own.map(({ project }) => project) },
      owned_co2e_t: sums.sum([...owned, unassigned.full.co2e_t]),
      co2e_t_per_t: sums.ratio(columns.full.co2e_t, coal_t) ?? null,
    };
  });
  const base_year = all.find((year) => year === input.base_year) ?? all[0] ?? null;
  const change = (from: number, to: number) => changeBetween(sums, objects, years, from, to);
  const totalOf = (year: number) => years.find((one) => one.year === year)?.full.co2e_t ?? 0;
  return {
    ...{ gwp_set, gwp: core.constant(GWP_SETS[gwp_set].constant), base_year, years, objects },
    changes: all.slice(1).map((year, index) => change(all[index] ?? year, year)),
    since_base: all
      .filter((year) => base_year !== null && year > base_year)
      .map((year) => {
        const whole = change(base_year ?? year, year);
        const method = sums.ratio(sums.sum([whole.parts.method, whole.parts.factor]), totalOf(whole.from), 100) ?? 0;
        return { ...whole, recalculate: Math.abs(method) > RECALCULATION_PERCENT };
      }),
    projects_left_out,
    core_sha256: core.sha256,
  };
}

function objectsOf(sums: CoreSums, inventories: readonly ProjectInventory[]): CompanyObject[] {
  const rows = inventories.flatMap(({ year, objects, findings }) =>
    objects.map((object) => {
      const own = findings.filter((finding) => finding.object === object.object);
      return { year, object, open_findings: openFindings(own) };
    }),
  );
  const byId = new Map(rows.map(({ object }) => [object.object, object]));
  return [...byId.values()]
    .sort((one, other) => compare(`${one.name}#${one.object}`, `${other.name}#${other.object}`))
    .map(({ object: id, name, kind, ownership_percent }) => {
      const own = rows.filter(({ object }) => object.object === id);
      const years = [...new Set(own.map(({ year }) => year))].sort((one, other) => one - other);
      const rowOf = (year: number) => {
        const parts = own.filter((one) => one.year === year);
        const open_findings = countOf(parts, (part) => part.open_findings);
        return {
          ...objectYear(
            sums,
            year,
            parts.map(({ object }) => object),
          ),
          open_findings,
        };
      };
      return { object: id, name, kind, ownership_percent, years: years.map(rowOf) };
    });
}

/** An object in one year, from every project of that year. */
function objectYear(
  sums: CoreSums,
  year: number,
  parts: readonly ObjectInventory[],
): Omit<ObjectYear, 'open_findings'> {
  const sum = (figure: 'coal_t' | 'gross_t' | 'destroyed_t') => sums.sum(parts.map(({ balance }) => balance[figure]));
  const columns = addColumns(sums, parts);
  const coal_t = sum('coal_t');
  const lines = parts.flatMap(({ sources }) =>
    sources.flatMap(({ source, label, lines }) => lines.map((line) => ({ source, label, line }))),
  );
  const labels = new Map(lines.map(({ source, label }) => [source, label]));
  const [only, second] = parts;
  return {
    ...{ year, ...columns, coal_t, gross_t: sum('gross_t'), destroyed_t: sum('destroyed_t') },
    way: only?.balance.way ?? null,
    implied_ef_m3_t: second ? null : (only?.balance.implied_ef_m3_t ?? null),
    co2e_t_per_t: sums.ratio(columns.full.co2e_t, coal_t) ?? null,
    sources: [...labels].map(([source, label]) => {
      const own = lines.filter((one) => one.source === source).map(({ line }) => line);
      return {
        source,
        label,
        co2_t: sums.sum(own.map((one) => one.co2_t)),
        ch4_t: sums.sum(own.map((one) => one.ch4_t)),
      };
    }),
  };
}

/** The bridge from one year to another: parts that add up to the difference. */
function changeBetween(
  sums: CoreSums,
  objects: readonly CompanyObject[],
  years: CompanyInventory['years'],
  from: number,
  to: number,
): YearChange {
  const at = (year: number) => objects.map((object) => object.years.find((one) => one.year === year));
  const [before, now] = [at(from), at(to)];
  const rest = [from, to].map((year) => years.find((one) => one.year === year)?.unassigned.full.co2e_t ?? 0);
  const emissions = (rows: readonly (ObjectYear | undefined)[], index: number) => [
    ...rows.map((row) => row?.full.co2e_t ?? 0),
    rest[index] ?? 0,
  ];
  const coal = (rows: readonly (ObjectYear | undefined)[]) => [...rows.map((row) => row?.coal_t ?? 0), 0];
  const methods = [...before.map((row, index) => Number(row?.way !== now[index]?.way)), 0];
  const { difference, ...parts } = sums.changeParts({
    ...{ before: emissions(before, 0), now: emissions(now, 1) },
    ...{ coalBefore: coal(before), coalNow: coal(now), methods },
  });
  const total = sums.sum(emissions(before, 0));
  return { from, to, difference_t: difference, difference_percent: sums.ratio(difference, total, 100) ?? null, parts };
}

/** What the totals of a year do not hold, and what is still to be explained. */
function leftOut(projects: readonly ProjectInventory[]) {
  const controlsOf = ({ objects }: ProjectInventory) =>
    countOf(
      objects.flatMap(({ sources }) => sources),
      ({ controls }) => controls.length,
    );
  return {
    unassigned_count: countOf(projects, ({ unassigned }) => unassigned.calculations.length),
    controls: countOf(projects, controlsOf),
    open_findings: countOf(projects, ({ findings }) => openFindings(findings)),
  };
}

function openFindings(findings: ProjectInventory['findings']): number {
  return findings.filter(({ acknowledgement }) => acknowledgement === null).length;
}

function countOf<Row>(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

function addColumns(sums: CoreSums, parts: readonly InventoryColumns[]): InventoryColumns {
  return {
    mandatory: sums.add(parts.map(({ mandatory }) => mandatory)),
    full: sums.add(parts.map(({ full }) => full)),
  };
}

function periodOf({ start_date, end_date, project }: ProjectInventory): string {
  return `${start_date}#${end_date}#${project}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
