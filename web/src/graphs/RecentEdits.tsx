import { Anchor, Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { definitionOf } from '#core/calculations/index.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { formatMoment, formatNumber } from '../format.ts';
import { screens } from '../paths.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import type { Edit } from './edits.ts';
import { UNIT } from './project_totals.ts';
import { EDITS, recentEditsAtom } from './recent_edits.ts';
import { signed } from './signed.ts';
import classes from './Totals.module.css';

/** The last edits of the project: when, who, what, and what they did to its sum. */
export function RecentEdits({ projectId }: { readonly projectId: string }) {
  const { edits, failed } = useAtomValue(useStableAtom(recentEditsAtom, projectId));
  if (edits?.length === 0) return null;
  return (
    <section className={classes.totals} aria-label="Последние правки">
      <Title order={2}>Последние правки</Title>
      {failed && <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !edits && <LoadingText />}
      {edits && (
        <>
          <EditsTable edits={edits} projectId={projectId} />
          <Text size="xs" c="dimmed">
            Не больше {EDITS} последних. Вклад в сумму — насколько правка изменила выбросы проекта; прочерк — расчёт в
            сумму не входит.
          </Text>
        </>
      )}
    </section>
  );
}

function EditsTable({ edits, projectId }: { readonly edits: readonly Edit[]; readonly projectId: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.scroll} aria-label="Таблица правок" tabIndex={0}>
      <table className={classes.wide} aria-label="Последние правки расчётов">
        <thead>
          <tr>
            <th scope="col">Расчёт</th>
            <th scope="col">Что сделано</th>
            <th scope="col">Когда, кто</th>
            <th scope="col" data-numeric>
              Было, {UNIT}
            </th>
            <th scope="col" data-numeric>
              Стало, {UNIT}
            </th>
            <th scope="col" data-numeric>
              Вклад в сумму, {UNIT}
            </th>
          </tr>
        </thead>
        <tbody>
          {edits.map(({ type, calculation, entry, what, before, after }) => (
            <tr key={`${calculation.id} ${entry.version}`}>
              <th scope="row">
                <Anchor
                  component={Link}
                  inherit
                  to={`${screens.calculations(projectId)}?${new URLSearchParams({ type, history: calculation.id })}`}
                >
                  {calculation.name}
                </Anchor>
                <span className={classes.line}>{definitionOf(type).title}</span>
              </th>
              <td>{what}</td>
              <td className={classes.when}>
                {formatMoment(entry.updated_at)}
                <span className={classes.line}>{entry.editor}</span>
              </td>
              <td data-numeric>{tonnes(before)}</td>
              <td data-numeric>{tonnes(after)}</td>
              <td data-numeric>{before === undefined || after === undefined ? '—' : signed(after - before, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function tonnes(value: number | undefined): string {
  return value === undefined ? '—' : formatNumber(value, 2);
}
