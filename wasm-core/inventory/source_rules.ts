import type { InventoryLine } from '../contract/inventory_schema.ts';
import { OBJECT_KINDS } from '../contract/object_kinds.ts';
import { partOf } from '../contract/parts.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import type { CoreSums } from './core_sums.ts';
import {
  CONTROL_PERCENT,
  FEWEST_YEARS,
  KINDS_OF_PARTS,
  NEEDED_SOURCES,
  OUTLIER_SPREADS,
  USUAL_FACTORS,
  YEAR_PERCENT,
} from './finding_limits.ts';
import type { ObjectFacts, ObjectRule } from './finding_rule.ts';

/** What is said of the sources of an object: what is missing, unusual, doubled, or changed against last year. */
export const SOURCE_RULES: readonly ObjectRule[] = [
  {
    id: 'source_missing',
    severity: 'error',
    find: ({ object, figures }) => {
      const stated = new Set(figures.sources.map(({ source }) => source));
      return NEEDED_SOURCES[object.kind]
        .filter((part) => !stated.has(partOf(part).source))
        .map((part) => ({
          place: part,
          message: `${OBJECT_KINDS[object.kind]}: нет расчёта «${partOf(part).label}».`,
        }));
    },
  },
  {
    id: 'part_of_other_kind',
    severity: 'error',
    find: ({ object, statements }) =>
      statements
        .filter(({ part }) => KINDS_OF_PARTS[part]?.includes(object.kind) === false)
        .map(({ part, calculation }) => ({
          calculation,
          message: `Расчёт ${quoted(calculation.name)}: «${partOf(part).label}» не бывает у объекта вида «${OBJECT_KINDS[object.kind]}».`,
        })),
  },
  {
    id: 'unusual_factor',
    severity: 'warning',
    find: (facts, { sums, core }) =>
      Object.entries(USUAL_FACTORS).flatMap(([source, [min, max]]) => {
        const mass = massOf(sums, facts, source);
        const { coal, density } = coalOf(facts, source, core.constant('CH4_DENSITY'));
        const factor = mass === undefined ? undefined : sums.ratio(sums.ratio(mass, density, 1000) ?? 0, coal);
        if (factor === undefined || (factor >= min && factor <= max)) return [];
        const usual = `${russianNumber(min)}–${russianNumber(max)} м³/т`;
        return [
          {
            place: source,
            message: `${labelOf(facts, source)}: ${russianNumber(factor)} м³/т, обычно ${usual}. Проверьте.`,
          },
        ];
      }),
  },
  {
    id: 'coal_differs',
    severity: 'warning',
    find: ({ statements }) => {
      const coal = statements.flatMap(({ statement, calculation }) =>
        statement.coal === undefined ? [] : [calculation.inputs[statement.coal] ?? 0],
      );
      return new Set(coal).size < 2
        ? []
        : [{ message: `Добыча в расчётах объекта разная: ${[...new Set(coal)].map(russianNumber).join(' и ')} т.` }];
    },
  },
  {
    id: 'doubled',
    severity: 'error',
    find: ({ statements }) => {
      const counted = statements.filter(({ role }) => role !== 'control');
      const keyOf = ({ part, calculation: { type, inputs } }: (typeof counted)[number]) =>
        JSON.stringify([part, type, Object.entries(inputs).sort()]);
      return counted
        .filter((one, index) => counted.findIndex((other) => keyOf(other) === keyOf(one)) < index)
        .map(({ calculation }) => ({
          calculation,
          message: `Расчёт ${quoted(calculation.name)} повторяет другой с теми же числами, и оба складываются.`,
        }));
    },
  },
  {
    id: 'methods_differ',
    severity: 'warning',
    find: ({ figures }) =>
      figures.sources.flatMap(({ controls }) =>
        controls
          .filter(({ difference_percent }) => Math.abs(difference_percent ?? 100) > CONTROL_PERCENT)
          .map(({ calculation: id, type, name, difference_percent }) => {
            const gap =
              difference_percent === null ? 'основной равен 0' : `${russianNumber(Math.round(difference_percent))} %`;
            const message = `Контрольный расчёт ${quoted(name)} расходится с основным: ${gap}. Объясните разность.`;
            return { calculation: { id, type }, message };
          }),
      ),
  },
  {
    id: 'changed_since_last_year',
    severity: 'warning',
    find: ({ figures }, { sums, previous }) => {
      const before = previous?.objects.find(({ object }) => object === figures.object);
      if (!before) return [];
      return figures.sources.flatMap(({ source, label, lines }) => {
        const earlier = before.sources.find((one) => one.source === source);
        if (!earlier) return [];
        const [old, now] = [earlier.lines, lines].map((all) => sums.sum(all.map(({ ch4_t, co2_t }) => ch4_t || co2_t)));
        const { percent = 100 } = sums.difference(old ?? 0, now ?? 0);
        if (Math.abs(percent) <= YEAR_PERCENT) return [];
        return [
          {
            place: source,
            message: `${label}: изменение за год ${russianNumber(Math.round(percent))} %. Объясните его.`,
          },
        ];
      });
    },
  },
  {
    id: 'outlier',
    severity: 'warning',
    find: ({ figures }, { sums, others }) => {
      const emission = (lines: readonly InventoryLine[]) => sums.sum(lines.map(({ ch4_t, co2_t }) => ch4_t || co2_t));
      const years = others.flatMap((year) => year.objects.find(({ object }) => object === figures.object) ?? []);
      return figures.sources.flatMap(({ source, label, lines }) => {
        const values = years.flatMap(({ sources }) => {
          const found = sources.find((one) => one.source === source);
          return found ? [emission(found.lines)] : [];
        });
        const own = emission(lines);
        if (values.length < FEWEST_YEARS - 1) return [];
        const { median, spread } = sums.medianSpread([...values, own]);
        const { difference } = sums.difference(median, own);
        if (spread === 0 || Math.abs(difference) <= OUTLIER_SPREADS * spread) return [];
        const usual = `${russianNumber(median)} т по ${values.length + 1} годам`;
        return [
          {
            place: source,
            message: `${label}: ${russianNumber(own)} т — выброс из ряда, медиана ${usual}. Проверьте или объясните.`,
          },
        ];
      });
    },
  },
];

function labelOf({ figures }: ObjectFacts, source: string): string {
  return figures.sources.find((one) => one.source === source)?.label ?? source;
}

/** Methane of a source as it counts, t. */
function massOf(sums: CoreSums, { figures }: ObjectFacts, source: string): number | undefined {
  const found = figures.sources.find((one) => one.source === source);
  if (!found) return undefined;
  return source === 'gross' ? figures.balance.gross_t : sums.sum(found.lines.map(({ ch4_t }) => ch4_t));
}

/** Coal that a source speaks of, or the object's; density of its methane. */
function coalOf({ statements, figures }: ObjectFacts, source: string, usual: number) {
  const own = statements.find(
    ({ part, role, statement }) => partOf(part).source === source && role !== 'control' && statement.coal,
  );
  const input = (name: string | undefined) => (name === undefined ? undefined : own?.calculation.inputs[name]);
  return {
    coal: input(own?.statement.coal) ?? figures.balance.coal_t,
    density: input(own?.statement.density) ?? usual,
  };
}
