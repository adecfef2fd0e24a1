import { Title } from '@mantine/core';
import type { InventoryLine, InventorySource, ObjectInventory } from '#core/contract/inventory_schema.ts';
import { objectKindName } from '#core/contract/object_kinds.ts';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { Step } from '../results/TraceView.tsx';
import classes from './InventoryPage.module.css';

/** Role of a line that counts, in words. */
const ROLES = { main: 'основной', added: 'слагаемое', control: 'контроль, не в сумме' } as const;

interface ShownLine extends InventoryLine {
  readonly source: InventorySource;
  /** Difference of a control to the main method, t CH4 and %. */
  readonly difference?: { readonly tonnes: number; readonly percent: number | null };
}

/** An object: what counts, what stands beside it as a control, its methane balance and how that came about. */
export function ObjectSection({ object }: { readonly object: ObjectInventory }) {
  const { name, kind, is_deleted, mandatory, full, balance } = object;
  return (
    <section className={classes.section} aria-label={name}>
      <div className={classes.head}>
        <Title order={2}>{name}</Title>
        <span className={classes.muted}>
          {objectKindName(kind)}
          {is_deleted && ', в архиве'}
        </span>
        <span className={classes.figure}>{formatNumber(full.co2e_t, 2)} т CO₂-экв.</span>
      </div>
      <p className={classes.muted}>
        В обязательный отчёт: {formatNumber(mandatory.co2e_t, 2)} т CO₂-экв. CH₄ {formatNumber(full.ch4_t, 2)} т, CO₂{' '}
        {formatNumber(full.co2_t, 2)} т.
      </p>
      <SourcesTable sources={object.sources} />
      <BalanceTable balance={balance} />
      <details className={classes.details}>
        <summary>Ход расчёта баланса</summary>
        <div className={classes.steps}>
          {object.steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </div>
      </details>
    </section>
  );
}

function SourcesTable({ sources }: { readonly sources: readonly InventorySource[] }) {
  const rows = sources.flatMap((source): ShownLine[] => [
    ...source.lines.map((line) => ({ ...line, source })),
    ...source.controls.map((control) => ({
      ...control,
      source,
      difference: { tonnes: control.difference_t, percent: control.difference_percent },
    })),
  ]);
  return (
    <Table
      label="Источники объекта"
      cards="lines"
      columns={[
        {
          key: 'source',
          header: 'Источник',
          label: '',
          cell: ({ source, name }) => (
            <>
              {name}
              <span className={classes.part}>{source.label}</span>
            </>
          ),
        },
        { key: 'role', header: 'Роль', cell: roleText },
        { key: 'ch4', header: 'CH₄, т', isNumeric: true, cell: ({ ch4_t }) => formatNumber(ch4_t, 2) },
        {
          key: 'destroyed',
          header: 'Уничтожено CH₄, т',
          isNumeric: true,
          cell: ({ destroyed_t }) => tonnes(destroyed_t),
        },
        { key: 'co2', header: 'CO₂, т', isNumeric: true, cell: ({ co2_t }) => tonnes(co2_t) },
        {
          key: 'difference',
          header: 'К основному',
          isNumeric: true,
          cell: ({ difference }) => differenceText(difference),
        },
      ]}
      rows={rows}
      keyOf={({ calculation, source }) => `${source.source} ${calculation}`}
      row={({ role }) => (role === 'control' ? { 'data-control': true } : {})}
      className={classes.sources ?? ''}
    />
  );
}

/** A control that the mandatory report takes says so: the report is by the order, whatever the mine is managed by. */
function roleText({ role, is_mandatory }: ShownLine): string {
  return role === 'control' && is_mandatory ? `${ROLES[role]}; в обязательном отчёте` : ROLES[role];
}

function BalanceTable({ balance }: { readonly balance: ObjectInventory['balance'] }) {
  const { gross_t, post_mining_t, drained_t, destined_t, destroyed_t, ch4_t, co2_t, combustion_co2_t, co2e_t } =
    balance;
  const rows: readonly (readonly [string, number | null, string])[] = [
    ['Выделение метана', gross_t, 'т'],
    ['Последующее обращение с углём', post_mining_t, 'т'],
    ['Извлечено дегазацией', drained_t, 'т'],
    ['Из него распределено по назначениям', destined_t, 'т'],
    ['Уничтожено', destroyed_t, 'т'],
    ['Выброшено CH₄', ch4_t, 'т'],
    ['CO₂ факелов, вентиляции и выпущенного газа', co2_t, 'т'],
    ['CO₂ сжигания топлива', combustion_co2_t, 'т'],
    ['Баланс метана', co2e_t, 'т CO₂-экв.'],
    ['Выделение на тонну угля', balance.implied_ef_m3_t, 'м³/т'],
    ['Доля дегазации в выделении', percent(balance.recovery), '%'],
    ['Доля измеренного в выделении', percent(balance.measured_share), '%'],
  ];
  return (
    <Table
      label="Баланс метана"
      className={classes.balance ?? ''}
      caption="Баланс метана"
      columns={[
        { key: 'name', header: 'Показатель', isRowHeader: true, cell: ([name]) => name },
        {
          key: 'value',
          header: 'Значение',
          isNumeric: true,
          cell: ([, value, unit]) => (value === null ? '—' : `${formatNumber(value, 2)} ${unit}`),
        },
      ]}
      rows={rows}
      keyOf={([name]) => name}
    />
  );
}

/** A share in per cent, for the eye alone. */
function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}

function tonnes(value: number): string {
  return value === 0 ? '—' : formatNumber(value, 2);
}

function differenceText(difference: ShownLine['difference']): string {
  if (!difference) return '';
  const { tonnes: mass, percent: share } = difference;
  const sign = mass > 0 ? '+' : '';
  const text = `${sign}${formatNumber(mass, 2)} т`;
  return share === null ? text : `${text} (${sign}${formatNumber(share, 1)} %)`;
}
