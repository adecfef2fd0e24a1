import { Button, Group, NativeSelect } from '@mantine/core';
import { type DeskFilter, type FindingsByCalculation, filteredRows, NO_OBJECT } from './filters.ts';
import type { Grouping } from './groups.ts';
import type { DeskRow } from './rows.ts';

interface DeskFiltersProps {
  readonly rows: readonly DeskRow[];
  readonly findings: FindingsByCalculation;
  readonly filter: DeskFilter;
  readonly onFilter: (filter: DeskFilter) => void;
  readonly objectNames: ReadonlyMap<string, string>;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
}

/** Which calculations are shown, and under which headings. */
export function DeskFilters(props: DeskFiltersProps) {
  const { rows, findings, filter, onFilter, objectNames, grouping, onGrouping } = props;
  const count = (change: Partial<DeskFilter>) => filteredRows(rows, { ...filter, ...change }, findings).length;
  const ids = [...new Set(rows.flatMap(({ object }) => object ?? []))];
  const marks = [
    ['isMandatory', 'Приказ № 371'],
    ['hasFindings', 'С замечаниями'],
    ['isUnconfirmed', 'Не подтверждено'],
  ] as const;
  return (
    <Group gap="xs">
      {ids.length > 0 && (
        <>
          <NativeSelect
            aria-label="Показать расчёты объекта"
            value={filter.object}
            onChange={({ currentTarget: { value } }) => onFilter({ ...filter, object: value })}
            data={[
              { value: '', label: 'Все объекты' },
              ...ids.map((id) => ({ value: id, label: objectNames.get(id) ?? 'Объект в архиве' })),
              { value: NO_OBJECT, label: 'Не отнесено к объекту' },
            ]}
          />
          <NativeSelect
            aria-label="Группы таблицы"
            value={grouping}
            onChange={({ currentTarget: { value } }) => onGrouping(value as Grouping)}
            data={[
              { value: 'object', label: 'По объектам' },
              { value: 'type', label: 'По видам' },
            ]}
          />
        </>
      )}
      <NativeSelect
        aria-label="Газ"
        value={filter.gas}
        onChange={({ currentTarget: { value } }) => onFilter({ ...filter, gas: value as DeskFilter['gas'] })}
        data={[
          { value: '', label: 'CH₄ и CO₂' },
          { value: 'ch4', label: 'CH₄' },
          { value: 'co2', label: 'CO₂' },
        ]}
      />
      {marks.map(([name, label]) => {
        const marked = count({ [name]: true });
        return (
          (marked > 0 || filter[name]) && (
            <Button
              key={name}
              size="compact-sm"
              variant={filter[name] ? 'filled' : 'default'}
              aria-pressed={filter[name]}
              onClick={() => onFilter({ ...filter, [name]: !filter[name] })}
            >
              {label}: {marked}
            </Button>
          )
        );
      })}
    </Group>
  );
}
