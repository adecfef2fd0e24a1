import { Text } from '@mantine/core';
import type { UncertaintyLaw } from '#core/contract/uncertainty_law.ts';
import { EVIDENCE_LABELS } from '#core/contract/uncertainty_law.ts';
import type { TotalUncertainty, UncertainQuantity } from '#core/contract/uncertainty_schema.ts';
import { lawText } from '#core/uncertainty/law_text.ts';
import { Chart } from '../charts/Chart.tsx';
import { histogramChart } from '../charts/histogram_chart.ts';
import { swingsChart } from '../charts/swings_chart.ts';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';

const UNIT = 'т CO₂-экв.';

/** Bars of the chart of swings, the widest. */
const BARS = 8;

/** Where a range comes from: the histogram of the total, what each quantity does to it, their laws with source. */
export function UncertaintyDetails({ uncertainty }: { readonly uncertainty: TotalUncertainty }) {
  const { range, histogram, quantities, total, n, mean, sd } = uncertainty;
  if (!range) return null;
  return (
    <>
      <Text size="sm" c="dimmed">
        Итог посчитан по заданным значениям; они приняты медианами. Медиана розыгрышей {formatNumber(range.median, 0)},
        среднее {formatNumber(mean ?? 0, 0)}, стандартное отклонение {formatNumber(sd ?? 0, 0)} {UNIT}; розыгрышей{' '}
        {formatNumber(n)}, границы известны до ± {formatNumber(Math.max(range.low_error, range.high_error) * 100, 1)} %.
        ПГП метана не разыгрывается: он принят нормой.
      </Text>
      {histogram && (
        <Chart
          figure={histogramChart({
            ...histogram,
            ...{ title: 'Каким может быть итог', unit: UNIT, total, low: range.low, high: range.high },
          })}
        />
      )}
      <Chart
        figure={swingsChart({
          ...{ title: 'Что больше всего меняет итог', unit: UNIT, total },
          bars: quantities.slice(0, BARS).map(({ label, low, high }) => ({ name: label, low, high })),
        })}
      />
      <Quantities quantities={quantities} />
    </>
  );
}

function Quantities({ quantities }: { readonly quantities: readonly UncertainQuantity[] }) {
  return (
    <Table
      label="Неопределённость величин"
      cards="lines"
      columns={[
        { key: 'label', header: 'Величина', isRowHeader: true, cell: ({ label }) => label },
        { key: 'law', header: 'Неопределённость, 95 %', cell: ({ law, unit }) => lawText(law as UncertaintyLaw, unit) },
        { key: 'source', header: 'Откуда', cell: sourceText },
        {
          key: 'share',
          header: 'Доля разброса итога',
          isNumeric: true,
          cell: ({ share }) => `${formatNumber(share * 100, 1)} %`,
        },
      ]}
      rows={quantities}
      keyOf={({ id }) => id}
      scrollLabel="Неопределённость величин"
    />
  );
}

function sourceText({ source, mark }: UncertainQuantity): string {
  return mark === null ? `Задано человеком: ${source}` : `${source} (${EVIDENCE_LABELS[mark]})`;
}
