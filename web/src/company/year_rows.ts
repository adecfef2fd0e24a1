import type { CompanyInventory, ObjectYear } from '#core/contract/company_inventory_schema.ts';
import { objectKindName } from '#core/contract/object_kinds.ts';

const EQUIVALENT = 'т CO₂-экв.';

/** `total`: a column of the inventory; `source`: what it is made of; `ratio`: an intensity and what it stands on. */
type Level = 'total' | 'source' | 'ratio' | 'count';

/** Label, unit and decimals of a row. */
type Facts = readonly [label: string, unit: string, decimals: number, level: Level];

const FACTS = {
  full: ['Полная инвентаризация', EQUIVALENT, 2, 'total'],
  mandatory: ['В обязательный отчёт', EQUIVALENT, 2, 'total'],
  owned: ['Полная инвентаризация с долей владения', EQUIVALENT, 2, 'total'],
  ch4: ['Выброшено CH₄', 'т CH₄', 2, 'source'],
  co2: ['Выброшено CO₂', 'т CO₂', 2, 'source'],
  destroyed: ['Уничтожено метана', 'т CH₄', 2, 'source'],
  unassigned: ['Не отнесено к объекту: входит в итог', EQUIVALENT, 2, 'source'],
  coal: ['Добыча угля', 'т', 0, 'ratio'],
  ef: ['Выделение на тонну угля', 'м³/т', 2, 'ratio'],
  intensity: ['Выбросы на тонну угля', `${EQUIVALENT}/т`, 4, 'ratio'],
  unassigned_count: ['Расчёты без объекта', '', 0, 'count'],
  controls: ['Контрольные расчёты: в сумму не входят', '', 0, 'count'],
  open_findings: ['Замечания без пояснения', '', 0, 'count'],
} as const satisfies Record<string, Facts>;

/** A row of the table of years: what is counted, in which unit, a figure a year; null where the year has none. */
export interface YearRow {
  readonly key: string;
  /** The object, or the company. */
  readonly group: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly level: Level;
  readonly values: readonly (number | null)[];
}

/** Heading of the rows that speak of the whole company. */
export const COMPANY = 'Компания';

type CompanyObject = CompanyInventory['objects'][number];
type CompanyYear = CompanyInventory['years'][number];

/** Figures by the name of their row. */
type Figures<Year> = Readonly<Partial<Record<keyof typeof FACTS, (year: Year) => number | null>>>;

const OF_BOTH = {
  full: ({ full }) => full.co2e_t,
  mandatory: ({ mandatory }) => mandatory.co2e_t,
} as const satisfies Figures<CompanyYear | ObjectYear>;

const OF_OBJECT: Figures<ObjectYear> = {
  destroyed: ({ destroyed_t }) => destroyed_t,
  coal: ({ coal_t }) => coal_t,
  ef: ({ implied_ef_m3_t }) => implied_ef_m3_t,
  intensity: ({ co2e_t_per_t }) => co2e_t_per_t,
  open_findings: ({ open_findings }) => open_findings,
};

const OF_COMPANY: Figures<CompanyYear> = {
  ...OF_BOTH,
  owned: ({ owned_co2e_t }) => owned_co2e_t,
  ch4: ({ full }) => full.ch4_t,
  co2: ({ full }) => full.co2_t,
  unassigned: ({ unassigned }) => unassigned.full.co2e_t,
  coal: ({ coal_t }) => coal_t,
  intensity: ({ co2e_t_per_t }) => co2e_t_per_t,
  unassigned_count: ({ unassigned_count }) => unassigned_count,
  controls: ({ controls }) => controls,
  open_findings: ({ open_findings }) => open_findings,
};

/** Objects × sources × years, the company last. Every figure is one of the answer. */
export function yearRows({ years, objects }: CompanyInventory): YearRow[] {
  const all = years.map(({ year }) => year);
  return [...objects.flatMap((object) => objectRows(object, all)), ...rowsOf('company', COMPANY, years, OF_COMPANY)];
}

function objectRows(object: CompanyObject, all: readonly number[]): YearRow[] {
  const { object: id, name, kind, ownership_percent } = object;
  const share = ownership_percent === 100 ? '' : `, доля владения ${String(ownership_percent).replace('.', ',')} %`;
  const group = `${name} — ${objectKindName(kind).toLowerCase()}${share}`;
  const years = all.map((year) => object.years.find((one) => one.year === year));
  return [
    ...rowsOf(id, group, years, OF_BOTH),
    ...sourceRows(id, group, years),
    ...rowsOf(id, group, years, OF_OBJECT),
  ];
}

function rowsOf<Year>(
  place: string,
  group: string,
  years: readonly (Year | undefined)[],
  figures: Figures<Year>,
): YearRow[] {
  return Object.entries(figures).map(([name, figure]) => {
    const [label, unit, decimals, level] = FACTS[name as keyof typeof FACTS];
    const values = years.map((year) => (year === undefined ? null : figure(year)));
    return { key: `${place} ${name}`, group, label, unit, decimals, level, values };
  });
}

/** A row for each gas that a source speaks of, in any of the years. */
function sourceRows(place: string, group: string, years: readonly (ObjectYear | undefined)[]): YearRow[] {
  const all = years.flatMap((year) => year?.sources ?? []);
  const labels = new Map(all.map(({ source, label }) => [source, label]));
  return [...labels].flatMap(([source, label]) =>
    (['ch4_t', 'co2_t'] as const).flatMap((gas): YearRow[] => {
      const values = years.map((year) => year?.sources.find((one) => one.source === source)?.[gas] ?? null);
      if (values.every((value) => !value)) return [];
      const unit = gas === 'ch4_t' ? 'т CH₄' : 'т CO₂';
      return [{ key: `${place} ${source} ${gas}`, group, label, unit, decimals: 2, level: 'source', values }];
    }),
  );
}
