import { Title } from '@mantine/core';
import { MODEL_USES } from '#core/calculations/model_use.ts';
import type { LoadedModel } from '#core/contract/model.ts';
import { formatNumber } from '../format.ts';
import classes from './Admin.module.css';

/** What a model says of the demonstration days: a person sees at once whether its answers are of the right size. */
export function TrialTable({ model: { method, features, trial } }: { readonly model: LoadedModel }) {
  const answer = MODEL_USES.find((use) => use.method === method)?.answer;
  const columns = features.map(({ column }) => column);
  const shown = (value: unknown, decimals?: number) =>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Пробный прогноз">
        <table className={classes.table} data-wide>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-numeric>
                  {column}
                </th>
              ))}
              <th scope="col" data-numeric>
                {answer ? `${answer.label}, ${answer.unit}` : 'Ответ'}
              </th>
            </tr>
          </thead>
          <tbody>
            {trial.map(({ row, result }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: days of a trial do not change their order
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} data-numeric>
                    {shown(row[column])}
                  </td>
                ))}
                <td data-numeric>
                  <strong>{shown(result, answer?.decimals)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
