import { Writable } from 'node:stream';
import { EVIDENCE_LABELS, type UncertaintyLaw } from '#core/contract/uncertainty_law.ts';
import type { InventoryUncertainty, KeyCategory, TotalUncertainty } from '#core/contract/uncertainty_schema.ts';
import { lawText } from '#core/uncertainty/law_text.ts';
import { figureColumn, type ReportRow, type Section, sectionOf, textColumn } from './section.ts';
import { exportWriter } from './write_export.ts';
import type { FileFacts } from './writer.ts';

const UNIT = 'т CO₂-экв.';

/** A workbook about how sure an inventory is: table 3.2 of IPCC, the ranges of approach 2, their quantities, key categories. */
export async function uncertaintyWorkbook(uncertainty: InventoryUncertainty, facts: FileFacts): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const out = new Writable({
    write: (part: Buffer, _encoding, done) => {
      parts.push(part);
      done();
    },
  });
  const { write } = await exportWriter('xlsx');
  await write(uncertaintySections(uncertainty), out, facts);
  return Buffer.concat(parts);
}

function uncertaintySections(uncertainty: InventoryUncertainty): Section[] {
  return [
    table32(uncertainty),
    ranges(uncertainty),
    quantities(uncertainty.full),
    keyCategoriesSection(uncertainty.key_categories),
  ];
}

/** Table 3.2: the columns and letters of IPCC 2006, vol. 1, ch. 3, then its sums. */
function table32({ approach_1 }: InventoryUncertainty): Section {
  const { table, total, base, u_total, trend, u_trend, beyond } = approach_1;
  const columns = [
    ...[textColumn('A. Источник'), textColumn('B. Газы')],
    ...[figureColumn('C. Базовый год', UNIT), figureColumn('D. Отчётный год', UNIT)],
    figureColumn('E. Неопределённость данных', '± %'),
    figureColumn('F. Неопределённость коэффициента', '± %'),
    figureColumn('G. Вместе', '± %'),
    figureColumn('H. Вклад в дисперсию', '%²'),
    ...[figureColumn('I. Чувствительность A', '%'), figureColumn('J. Чувствительность B', '%')],
    ...[figureColumn('K. Изменение: коэффициент', '%'), figureColumn('L. Изменение: данные', '%')],
    figureColumn('M. Вклад в изменение', '%²'),
    ...[textColumn('Коэффициент общий для обоих лет'), textColumn('Способ 1')],
  ];
  const blank = (count: number) => Array.from({ length: count }, () => null);
  const rows: ReportRow[] = [
    ...table.map(
      (row): ReportRow => [
        ...[row.name, 'CO₂ и CH₄', row.base, row.current, row.u_activity, row.u_factor, row.u_combined],
        ...[row.contribution, row.sensitivity_a, row.sensitivity_b, row.trend_factor, row.trend_activity],
        ...[row.trend_contribution, row.factor_correlated ? 'да' : 'нет'],
        beyond.includes(row.name) ? 'не годится: ± 30 % и больше' : 'годится',
      ],
    ),
    ['Всего', '', base, total, ...blank(11)],
    ['Неопределённость итога, ± %', '', null, u_total, ...blank(11)],
    ['Изменение к базовому году, %', '', null, trend, ...blank(11)],
    ['Неопределённость изменения, ± процентных пунктов', '', null, u_trend, ...blank(11)],
  ];
  return sectionOf('Таблица 3.2', 'Способ 1: таблица 3.2 (МГЭИК, 2006, т. 1, гл. 3)', columns, rows);
}

function ranges({ full, mandatory, trend, engine, seed, core_sha256 }: InventoryUncertainty): Section {
  const columns = [textColumn('Показатель'), figureColumn('Полная инвентаризация'), figureColumn('Обязательный объём')];
  const both = (label: string, of: (total: TotalUncertainty) => number | string | null): ReportRow => [
    label,
    of(full),
    of(mandatory),
  ];
  const rows: ReportRow[] = [
    both(`Итог, ${UNIT}`, ({ total }) => total),
    both(`Нижняя граница 95 %, ${UNIT}`, ({ range, note }) => range?.low ?? note),
    both(`Медиана, ${UNIT}`, ({ range, note }) => range?.median ?? note),
    both(`Верхняя граница 95 %, ${UNIT}`, ({ range, note }) => range?.high ?? note),
    both('Нижняя граница к итогу, %', ({ range }) => range?.low_percent ?? null),
    both('Верхняя граница к итогу, %', ({ range }) => range?.high_percent ?? null),
    both(`Среднее, ${UNIT}`, ({ mean }) => mean),
    both(`Стандартное отклонение, ${UNIT}`, ({ sd }) => sd),
    both('Розыгрышей', ({ n }) => n),
    both('Итоги розыгрышей, SHA-256', ({ totals_sha256 }) => totals_sha256),
    ...(trend
      ? ([
          [`Изменение к ${trend.base_year} году, %`, trend.change, null],
          ['Нижняя граница изменения, %', trend.low, null],
          ['Верхняя граница изменения, %', trend.high, null],
        ] satisfies ReportRow[])
      : []),
    ['Способ и посев', `${engine}, ${seed}`, null],
    ['Вычислительное ядро продукта, SHA-256', core_sha256, null],
  ];
  return sectionOf('Способ 2', 'Способ 2: Монте-Карло', columns, rows);
}

function quantities({ quantities }: TotalUncertainty): Section {
  const columns = [
    ...['Величина', 'Неопределённость, 95 %', 'Источник', 'Чем подтверждено'].map(textColumn),
    figureColumn('Значение'),
    textColumn('Единица'),
    figureColumn('Доля дисперсии итога'),
    ...[figureColumn('Итог у нижней границы', UNIT), figureColumn('Итог у верхней границы', UNIT)],
  ];
  const rows = quantities.map(({ label, law, unit, source, mark, value, share, low, high }): ReportRow => {
    const evidence = mark === null ? 'задано человеком' : EVIDENCE_LABELS[mark];
    return [label, lawText(law as UncertaintyLaw, unit), source, evidence, value, unit, share, low, high];
  });
  return sectionOf('Величины', 'Неопределённость величин', columns, rows);
}

const ASSESSMENTS = {
  level: 'Уровень, способ 1 (95 %)',
  level_uncertainty: 'Уровень с неопределённостью, способ 2 (90 %)',
  trend: 'Изменение, способ 1 (95 %)',
  trend_uncertainty: 'Изменение с неопределённостью, способ 2 (90 %)',
} as const;

function keyCategoriesSection(categories: InventoryUncertainty['key_categories']): Section {
  const columns = [
    ...['Оценка', 'Источник'].map(textColumn),
    ...['Доля', 'Нарастающим итогом'].map((label) => figureColumn(label)),
    textColumn('Ключевая'),
  ];
  const rows = Object.entries(ASSESSMENTS).flatMap(([name, label]) =>
    categories[name as keyof typeof ASSESSMENTS].map(
      ({ name: source, share, cumulative, is_key }: KeyCategory): ReportRow => {
        return [label, source, share, cumulative, is_key ? 'да' : 'нет'];
      },
    ),
  );
  return sectionOf('Ключевые категории', 'Ключевые категории (МГЭИК, 2006, т. 1, гл. 4)', columns, rows);
}
