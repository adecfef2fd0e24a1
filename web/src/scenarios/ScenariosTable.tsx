import { Text, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { NOT_A_PROJECT } from '#core/contract/destinations.ts';
import { curveOf, firstOfEach, type SavedScenario, type ScenarioGround } from '#core/inventory/saved_scenarios.ts';
import { Chart } from '../charts/Chart.tsx';
import { costCurveChart } from '../charts/cost_curve_chart.ts';
import { RowButton } from '../components/RowButton.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import { signed } from '../graphs/signed.ts';
import classes from './Scenarios.module.css';

const SAVED_UNIT = 'т CO₂-экв./год';
const COST_UNIT = 'руб./т CO₂-экв.';

interface ScenariosTableProps {
  readonly ground: ScenarioGround;
  readonly saved: readonly SavedScenario[];
  readonly canChange: boolean;
  readonly onEdit: (place: number) => void;
  readonly onRemove: (place: number) => void;
}

/** Saved scenarios with what they save and cost, and the curve of those that are ticked. */
export function ScenariosTable({ ground, saved, canChange, onEdit, onRemove }: ScenariosTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const ticked = chosen ?? firstOfEach(saved.map(({ scenario }) => scenario));
  const toggle = (place: number) =>
    setChosen(new Set(ticked.has(place) ? [...ticked].filter((one) => one !== place) : [...ticked, place]));
  const curve = useMemo(
    () =>
      curveOf(
        ground.memory,
        saved.filter((_, place) => ticked.has(place)),
      ),
    [ground, saved, ticked],
  );
  const inCurve = saved.filter((_, place) => ticked.has(place)).map(({ scenario }) => scenario.object);
  return (
    <section className={classes.section} aria-label="Сохранённые сценарии">
      <Title order={2}>Сохранённые сценарии</Title>
      <p className={classes.warned}>{NOT_A_PROJECT}</p>
      <Table
        label="Сценарии"
        cards="lines"
        className={classes.list}
        columns={[
          {
            key: 'name',
            header: 'Сценарий',
            label: '',
            cell: ({ scenario, refused }) => (
              <>
                <strong>{scenario.name}</strong>
                {refused !== undefined && <span className={classes.fault}> {refused}</span>}
              </>
            ),
          },
          { key: 'object', header: 'Объект', cell: ({ objectName }) => objectName ?? 'нет в проекте' },
          {
            ...{ key: 'drained', header: 'Дегазация, м³', isNumeric: true },
            cell: ({ scenario }) => formatNumber(scenario.drained_m3, 0),
          },
          {
            ...{ key: 'saved', header: `Сокращение, ${SAVED_UNIT}`, isNumeric: true },
            cell: ({ result }) => (result ? formatNumber(result.saved_t, 2) : '—'),
          },
          {
            ...{ key: 'annual', header: 'Затраты, руб./год', isNumeric: true },
            cell: ({ cost }) => (cost ? signedMoney(cost.annual_cost) : '—'),
          },
          {
            ...{ key: 'tonne', header: `Затраты, ${COST_UNIT}`, isNumeric: true },
            cell: ({ cost }) => (cost?.cost_per_t === undefined ? '—' : formatNumber(cost.cost_per_t, 2)),
          },
          {
            key: 'curve',
            header: 'В кривой',
            cell: ({ scenario, cost, place }) =>
              cost && (
                <input
                  type="checkbox"
                  aria-label={`В кривой: ${scenario.name}`}
                  checked={ticked.has(place)}
                  onChange={() => toggle(place)}
                />
              ),
          },
          {
            key: 'actions',
            header: 'Действия',
            label: '',
            cell: ({ scenario: { name }, place }) =>
              canChange && (
                <>
                  <RowButton label={`Изменить: ${name}`} icon={IconPencil} onClick={() => onEdit(place)} />
                  <RowButton label={`Удалить: ${name}`} icon={IconTrash} onClick={() => onRemove(place)} />
                </>
              ),
          },
        ]}
        rows={saved.map((one, place) => ({ ...one, place }))}
        keyOf={({ place }) => place}
      />
      {new Set(inCurve).size < inCurve.length && (
        <Text size="sm">
          В кривой два сценария одного объекта. Если они исключают друг друга, их сумма завышена: оставьте один.
        </Text>
      )}
      {curve.measures.length > 0 && (
        <div className={classes.chart}>
          <Chart
            figure={costCurveChart({
              ...{ title: 'Кривая затрат на сокращение', unit: SAVED_UNIT, costUnit: COST_UNIT },
              steps: curve.measures.map(({ name, saved_t, cost_per_t = 0, reached_t }) => {
                return { name, saved: saved_t, cost: cost_per_t, reached: reached_t };
              }),
            })}
          />
          <Text size="sm">
            Всего: {formatNumber(curve.saved_t, 2)} {SAVED_UNIT}, {signedMoney(curve.annual_cost)} руб./год, в среднем{' '}
            {curve.cost_per_t === undefined ? '—' : formatNumber(curve.cost_per_t, 2)} {COST_UNIT} (сумма не зависит от
            порядка сценариев)
          </Text>
        </div>
      )}
    </section>
  );
}

function signedMoney(value: number): string {
  return value < 0 ? signed(value, 0) : formatNumber(value, 0);
}
