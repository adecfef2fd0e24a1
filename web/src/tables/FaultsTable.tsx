import { Group, Text } from '@mantine/core';
import type { Fault } from '#core/contract/errors.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice } from '../components/Notice.tsx';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import classes from './FaultsTable.module.css';

interface FaultsTableProps {
  /** Cause and next step. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  /** How many there are; the list may hold the first ones only. */
  readonly total: number;
}

interface FaultColumn {
  readonly header: string;
  readonly text: (fault: Fault) => string;
}

const PLACES: readonly FaultColumn[] = [
  { header: 'Лист', text: ({ sheet = '' }) => sheet },
  { header: 'Строка', text: ({ row }) => (row === undefined ? '' : String(row)) },
  { header: 'Столбец', text: ({ column = '' }) => column },
  { header: 'Значение', text: ({ value = '' }) => value },
];
const MESSAGE: FaultColumn = { header: 'Что не так и что сделать', text: ({ message }) => message };

/** Faults of a table: the place, the value, and what to write instead. */
export function FaultsTable({ detail, faults, total }: FaultsTableProps) {
  const columns = [...PLACES.filter(({ text }) => faults.some((fault) => text(fault) !== '')), MESSAGE];
  const lines = [columns.map(({ header }) => header), ...faults.map((fault) => columns.map(({ text }) => text(fault)))];
  return (
    <Notice tone="error" title={detail}>
      {faults.length > 0 && (
        <>
          <Group justify="space-between" gap="xs" mt={4}>
            <Text size="xs" c="dimmed">
              {faults.length < total && `Показаны первые ${formatNumber(faults.length)} из ${formatNumber(total)}.`}
            </Text>
            <CopyButton label="Скопировать список ошибок" text={lines.map((line) => line.join('\t')).join('\n')} />
          </Group>
          <Table
            scrollLabel="Ошибки в таблице"
            scrollClass={classes.scroll}
            className={classes.table}
            cards="lines"
            columns={columns.map(({ header, text }) => ({
              key: header,
              header,
              ...(header === MESSAGE.header && { label: '' }),
              cell: text,
            }))}
            rows={faults}
          />
        </>
      )}
    </Notice>
  );
}
