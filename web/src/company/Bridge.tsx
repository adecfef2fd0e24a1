import { NativeSelect, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { CompanyInventory, YearChange } from '#core/contract/company_inventory_schema.ts';
import { bridgeChart } from '../charts/bridge_chart.ts';
import { Chart } from '../charts/Chart.tsx';
import { Notice } from '../components/Notice.tsx';
import { Table } from '../components/Table.tsx';
import { signed } from '../graphs/signed.ts';
import classes from './CompanyPage.module.css';

const UNIT = 'т CO₂-экв.';

/** Parts of a change in the order of the bridge, with what each of them means. */
const PARTS = {
  method: ['Метод', 'сменился способ определения'],
  factor: ['Коэффициент', 'изменились выбросы на тонну угля: выделение или утилизация'],
  structure: ['Структура', 'изменились доли объектов в добыче'],
  activity: ['Добыча', 'изменилась добыча компании'],
  other: ['Прочее', 'объекты без добычи и не отнесённое к объекту'],
} as const satisfies Record<keyof YearChange['parts'], readonly [string, string]>;

const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** How the total of one year became that of another: a chart of one pair of years, and a table of all of them. */
export function Bridge({ inventory }: { readonly inventory: CompanyInventory }) {
  const { years, changes, since_base, base_year } = inventory;
  const pairs = useMemo(() => pairsOf(changes, since_base), [changes, since_base]);
  const [chosen, setChosen] = useState<string>();
  const last = changes.at(-1);
  const change = pairs.find((pair) => nameOf(pair) === chosen) ?? last;
  const figure = useMemo(() => change && chartOf(years, change), [years, change]);
  if (!change || !figure) {
    return (
      <Text size="sm" c="dimmed">
        Сравнивать пока не с чем: данные есть за один год. Добавьте проект за другой год.
      </Text>
    );
  }
  const outdated = since_base.filter(({ recalculate }) => recalculate).map(({ to }) => to);
  return (
    <section className={classes.section} aria-label="Изменение по годам">
      <Title order={2}>Что изменилось от года к году</Title>
      {outdated.length > 0 && (
        <Notice tone="warning" title={`Проверьте базовый ${base_year} год`}>
          <Text size="sm">
            С тех пор метод и выбросы на тонну угля изменили его итог больше чем на 5 % (порог — предложение
            разработчика). Годы: {outdated.join(', ')}. Если изменились метод или коэффициент, а не сама шахта,
            пересчитайте базовый год: иначе годы несравнимы.
          </Text>
        </Notice>
      )}
      <div className={classes.chart}>
        <Chart figure={figure}>
          <NativeSelect
            size="xs"
            aria-label="Годы моста"
            value={nameOf(change)}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={pairs.map((pair) => ({ value: nameOf(pair), label: `${pair.from} → ${pair.to}` }))}
          />
        </Chart>
      </div>
      <ChangesTable label="Изменение по частям" changes={changes} />
      {since_base.length > 1 && <ChangesTable label={`От базового ${base_year} года`} changes={since_base} />}
      <Text size="xs" c="dimmed">
        Разложение LMDI по объектам: E = Σ Q·(Vᵢ/Q)·kᵢ.{' '}
        {PART_NAMES.map((name) => `${PARTS[name][0]} — ${PARTS[name][1]}`).join('; ')}. Части складываются в изменение.
      </Text>
    </section>
  );
}

function ChangesTable({ label, changes }: { readonly label: string; readonly changes: readonly YearChange[] }) {
  return (
    <Table
      label={label}
      caption={label}
      scrollLabel={label}
      className={classes.changes}
      columns={[
        { key: 'years', header: 'Годы', isRowHeader: true, cell: ({ from, to }) => `${from} → ${to}` },
        ...PART_NAMES.map((name) => ({
          key: name,
          header: `${PARTS[name][0]}, ${UNIT}`,
          isNumeric: true,
          cell: ({ parts }: YearChange) => signed(parts[name], 2),
        })),
        {
          ...{ key: 'all', header: `Изменение, ${UNIT}`, isNumeric: true },
          cell: ({ difference_t }) => <strong>{signed(difference_t, 2)}</strong>,
        },
        {
          ...{ key: 'share', header: '%', isNumeric: true },
          cell: ({ difference_percent: percent }) => (percent === null ? '—' : signed(percent, 1)),
        },
      ]}
      rows={changes}
      keyOf={nameOf}
    />
  );
}

/** Every pair of years that there is a bridge of, once. */
function pairsOf(changes: readonly YearChange[], sinceBase: readonly YearChange[]): YearChange[] {
  return [...new Map([...changes, ...sinceBase].map((change) => [nameOf(change), change])).values()];
}

function nameOf({ from, to }: YearChange): string {
  return `${from}-${to}`;
}

function chartOf(years: CompanyInventory['years'], { from, to, parts, difference_t }: YearChange) {
  const totalOf = (year: number) => ({
    name: String(year),
    value: years.find((one) => one.year === year)?.full.co2e_t ?? 0,
  });
  return bridgeChart({
    title: `Полная инвентаризация: от ${from} к ${to} году`,
    ...{ unit: UNIT, decimals: 2, difference: difference_t },
    ...{ from: totalOf(from), to: totalOf(to) },
    parts: PART_NAMES.map((name) => ({ name: PARTS[name][0], value: parts[name] })),
  });
}
