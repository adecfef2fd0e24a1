import { useSetAtom } from 'jotai';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { changeCalculation } from '../api/calls.ts';
import { DataTable, type DataTableColumn } from '../components/DataTable.tsx';
import { RowLink } from '../components/RowLink.tsx';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { cut, displayed, formatDay } from '../format.ts';
import { RecordActions } from '../records/RecordActions.tsx';
import classes from './CalculationsTable.module.css';
import { listedMetrics } from './listed_metrics.ts';

/** As specified. */
const NAME_SHOWN = 50;

interface CalculationsTableProps {
  readonly type: string;
  readonly definition: CalculationDefinition;
  readonly calculations: readonly Calculation[];
  readonly isArchive: boolean;
  readonly onView: (id: string) => void;
  readonly onEdit: (id: string) => void;
}

/** Calculations of one type, a row each, with their main results. */
export function CalculationsTable(props: CalculationsTableProps) {
  const { type, definition, calculations, isArchive, onView, onEdit } = props;
  const reload = useSetAtom(reloadCalculationsAtom);
  const calls = {
    change: (calculation: Calculation) => changeCalculation(type, calculation),
    reload,
    words: { archived: 'Расчёт в архиве', restored: 'Расчёт возвращён из архива' },
  };
  const name: DataTableColumn<Calculation> = {
    key: 'name',
    header: 'Название',
    cell: ({ id, name }) => (
      <RowLink title={name} onOpen={() => onView(id)}>
        {cut(name, NAME_SHOWN)}
      </RowLink>
    ),
  };
  const date: DataTableColumn<Calculation> = {
    key: 'date',
    header: 'Создан',
    cell: ({ created_at }) => formatDay(created_at),
  };
  return (
    <DataTable
      label={isArchive ? 'Расчёты в архиве' : 'Расчёты'}
      items={calculations}
      columns={[name, ...resultColumns(definition), date]}
      onOpen={({ id }) => onView(id)}
      actions={(calculation) => (
        <RecordActions
          record={calculation}
          {...{ calls, isArchive }}
          onEdit={definition.editable ? onEdit : undefined}
        />
      )}
    />
  );
}

/** The figures; a type that has none shows its first text. */
function resultColumns(definition: CalculationDefinition): DataTableColumn<Calculation>[] {
  const figures = listedMetrics(definition);
  if (figures.length > 0) {
    return figures.map(([key, result]) => ({
      key,
      header: result.label,
      unit: result.display?.unit ?? result.unit,
      isNumeric: true,
      cell: ({ [key]: value }) => (typeof value === 'number' ? displayed(result, value).text : '—'),
    }));
  }
  const [key, text] = Object.entries(definition.results)[0] ?? [];
  if (key === undefined || text === undefined) return [];
  return [{ key, header: text.label, cell: (item) => <span className={classes.text}>{String(item[key])}</span> }];
}
