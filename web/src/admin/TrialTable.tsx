import { Title } from '@mantine/core';
import { MODEL_USES } from '#core/calculations/model_use.ts';
import type { LoadedModel } from '#core/contract/model.ts';
import { Table } from '../components/Table.tsx';
import { formatNumber } from '../format.ts';
import classes from './Admin.module.css';

type Trial = LoadedModel['trial'][number];

/** Answers of a model for demonstration days: the user sees whether their magnitude is right. */
export function TrialTable({ model: { method, features, trial } }: { readonly model: LoadedModel }) {
  const answer = MODEL_USES.find((use) => use.method === method)?.answer;
  const columns = features.map(({ column }) => column);
  const text = (value: unknown, decimals?: number) =>
    typeof value === 'number'
      ? formatNumber(value, decimals)
      : value === null || value === undefined
        ? '—'
        : String(value);
  return (
    <div>
      <Title order={3} className={classes.heading ?? ''}>
        Пробный прогноз на демонстрационных сутках
      </Title>
      <Table
        scrollLabel="Пробный прогноз"
        columns={[
          ...columns.map((column) => ({
            key: column,
            header: column,
            isNumeric: true,
            cell: ({ row }: Trial) => text(row[column]),
          })),
          {
            key: 'answer of the model',
            header: answer ? `${answer.label}, ${answer.unit}` : 'Ответ',
            isNumeric: true,
            cell: ({ result }: Trial) => <strong>{text(result, answer?.decimals)}</strong>,
          },
        ]}
        rows={trial}
      />
    </div>
  );
}
