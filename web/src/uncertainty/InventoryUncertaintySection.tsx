import { Button, Group, Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { InventoryUncertainty, KeyCategory } from '#core/contract/uncertainty_schema.ts';
import { getUncertaintyPlan, getUncertaintyTable } from '../api/uncertainty_calls.ts';
import { saveFile } from '../browser/save_file.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Notice } from '../components/Notice.tsx';
import { notifyFailure } from '../components/notify.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { rangeText, trendText } from './range_text.ts';
import { inventoryUncertaintyAtom } from './state.ts';
import classes from './Uncertainty.module.css';
import { UncertaintyDetails } from './UncertaintyDetails.tsx';

/** How sure the totals of a project's inventory are: ranges, what they come from, the trend, table 3.2, key categories. */
export function InventoryUncertaintySection({ project }: { readonly project: string }) {
  const { data, error, refetch } = useAtomValue(useStableAtom(inventoryUncertaintyAtom, project));
  return (
    <section className={classes.section} aria-label="Точность итога">
      <Title order={2}>Насколько точен итог</Title>
      {error !== null && data === undefined && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data ? <Loaded uncertainty={data} /> : error === null && <LoadingText />}
    </section>
  );
}

function Loaded({ uncertainty }: { readonly uncertainty: InventoryUncertainty }) {
  const { full, mandatory, trend, year, approach_1, key_categories, project, engine, seed } = uncertainty;
  return (
    <>
      <Table
        label="Итог с вероятностью 95 %"
        cards="lines"
        columns={[
          { key: 'scope', header: 'Объём отчётности', isRowHeader: true, cell: ({ label }) => label },
          {
            key: 'total',
            header: 'Итог, т CO₂-экв.',
            isNumeric: true,
            cell: ({ total }) => formatNumber(total.total, 2),
          },
          { key: 'range', header: 'С вероятностью 95 %', cell: ({ total }) => rangeText(total) },
        ]}
        rows={[
          { label: 'Обязательный отчёт', total: mandatory },
          { label: 'Полная инвентаризация', total: full },
        ]}
        scrollLabel="Итог с вероятностью 95 %"
      />
      {trend && (
        <Text>
          Выбросы {year} года к {trend.base_year} году {trendText(trend.change, trend.low, trend.high)}.
        </Text>
      )}
      {full.certain.length > 0 && full.range && (
        <Text size="sm" c="dimmed">
          Неопределённость не задана у расчётов: {formatNumber(full.certain.length)}. Они входят в итог как точные.
        </Text>
      )}
      <UncertaintyDetails uncertainty={full} />
      <details className={classes.details}>
        <summary>Способ 1 МГЭИК: таблица 3.2</summary>
        <Table32 approach={approach_1} />
      </details>
      <details className={classes.details}>
        <summary>Ключевые категории</summary>
        <KeyCategories title="По уровню (способ 1, 95 %)" categories={key_categories.level} />
        <KeyCategories
          title="По уровню с неопределённостью (способ 2, 90 %)"
          categories={key_categories.level_uncertainty}
        />
        {key_categories.trend.length > 0 && (
          <>
            <KeyCategories title="По изменению (способ 1, 95 %)" categories={key_categories.trend} />
            <KeyCategories
              title="По изменению с неопределённостью (способ 2, 90 %)"
              categories={key_categories.trend_uncertainty}
            />
          </>
        )}
      </details>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => void downloadTable(project)}>
          Скачать таблицу 3.2 (xlsx)
        </Button>
        <Button variant="default" size="xs" onClick={() => void download(project)}>
          Скачать план розыгрышей
        </Button>
        <Text size="xs" c="dimmed">
          Способ {engine}, посев {seed} по номеру проекта: по плану тот же разброс пересчитывается без этой программы.
        </Text>
      </Group>
    </>
  );
}

async function downloadTable(project: string): Promise<void> {
  try {
    const { bytes, fileName, contentType } = await getUncertaintyTable(project);
    saveFile(bytes, fileName ?? 'uncertainty.xlsx', contentType);
  } catch (error) {
    notifyFailure('Не удалось скачать таблицу', error);
  }
}

async function download(project: string): Promise<void> {
  try {
    const bytes = new TextEncoder().encode(await getUncertaintyPlan(project));
    saveFile(bytes.buffer, 'uncertainty_plan.json', 'application/json');
  } catch (error) {
    notifyFailure('Не удалось скачать план', error);
  }
}

function Table32({ approach }: { readonly approach: InventoryUncertainty['approach_1'] }) {
  const { table, u_total, trend, u_trend, beyond, total } = approach;
  const number = (value: number | null, decimals = 2) => (value === null ? '—' : formatNumber(value, decimals));
  return (
    <div className={classes.section}>
      {beyond.length > 0 && (
        <Notice tone="warning" title="Способ 1 здесь ненадёжен">
          У этих источников неопределённость 30 % и больше, используйте способ 2 выше: {beyond.join(', ')}.
        </Notice>
      )}
      <Text size="sm">
        Итог {formatNumber(total, 2)} т CO₂-экв. ± {number(u_total, 1)} %
        {trend !== null && `; изменение к базовому году ${number(trend, 1)} % ± ${number(u_trend, 1)} п. п.`}
      </Text>
      <Table
        label="Таблица 3.2"
        columns={[
          { key: 'name', header: 'A. Источник', isRowHeader: true, cell: ({ name }) => name },
          { key: 'base', header: 'C. Базовый год', isNumeric: true, cell: ({ base }) => number(base) },
          { key: 'current', header: 'D. Отчётный год', isNumeric: true, cell: ({ current }) => number(current) },
          { key: 'e', header: 'E. Данные, ± %', isNumeric: true, cell: ({ u_activity }) => number(u_activity, 1) },
          { key: 'f', header: 'F. Коэффициент, ± %', isNumeric: true, cell: ({ u_factor }) => number(u_factor, 1) },
          { key: 'g', header: 'G. Вместе, ± %', isNumeric: true, cell: ({ u_combined }) => number(u_combined, 1) },
          { key: 'h', header: 'H. Вклад', isNumeric: true, cell: ({ contribution }) => number(contribution) },
          { key: 'i', header: 'I', isNumeric: true, cell: ({ sensitivity_a }) => number(sensitivity_a, 4) },
          { key: 'j', header: 'J', isNumeric: true, cell: ({ sensitivity_b }) => number(sensitivity_b, 4) },
          { key: 'k', header: 'K', isNumeric: true, cell: ({ trend_factor }) => number(trend_factor) },
          { key: 'l', header: 'L', isNumeric: true, cell: ({ trend_activity }) => number(trend_activity) },
          { key: 'm', header: 'M', isNumeric: true, cell: ({ trend_contribution }) => number(trend_contribution) },
        ]}
        rows={table}
        scrollLabel="Таблица 3.2"
      />
    </div>
  );
}

function KeyCategories({ title, categories }: { readonly title: string; readonly categories: readonly KeyCategory[] }) {
  const percent = (share: number) => `${formatNumber(share * 100, 1)} %`;
  return (
    <>
      <Title order={3} className={classes.heading ?? ''}>
        {title}
      </Title>
      <Table
        label={title}
        columns={[
          { key: 'name', header: 'Источник', isRowHeader: true, cell: ({ name }) => name },
          { key: 'share', header: 'Доля', isNumeric: true, cell: ({ share }) => percent(share) },
          {
            key: 'cumulative',
            header: 'Нарастающим итогом',
            isNumeric: true,
            cell: ({ cumulative }) => percent(cumulative),
          },
          { key: 'key', header: 'Ключевая', cell: ({ is_key }) => (is_key ? 'да' : 'нет') },
        ]}
        rows={categories}
        scrollLabel={title}
      />
    </>
  );
}
