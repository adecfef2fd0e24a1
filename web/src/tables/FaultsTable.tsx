// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses the roles that are not said outright
import { Group, Text } from '@mantine/core';
import type { Fault } from '#core/contract/errors.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import classes from './FaultsTable.module.css';

interface FaultsTableProps {
  /** Cause and next step. */
  readonly detail: string;
  readonly faults: readonly Fault[];
  /** How many there are; the list may have the first of them only. */
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

/** What is wrong with a table: where, what stands there, what to write instead. */
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard */}
          <section className={classes.scroll} aria-label="Ошибки в таблице" tabIndex={0}>
            <table className={classes.table} role="table">
              <thead role="rowgroup">
                <tr role="row">
                  {columns.map(({ header }) => (
                    <th key={header} role="columnheader" scope="col">
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody role="rowgroup">
                {faults.map((fault, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew with every reading
                  <tr key={index} role="row">
                    {columns.map(({ header, text }) => (
                      <td key={header} role="cell" data-label={header}>
                        {text(fault)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Notice>
  );
}
