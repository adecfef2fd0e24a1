import pLimit from 'p-limit';
import type { Calculation } from '#core/contract/calculation.ts';
import { counted } from '#core/contract/russian.ts';
import { changeCalculation, copyCalculation } from '../api/calls.ts';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { copyName } from './copy_calculation.ts';
import type { DeskRow } from './rows.ts';

/** Requests on their way at a time: browsers open six connections to a server. */
const AT_ONCE = 4;

/** Archives calculations and offers to bring them back. */
export async function archiveRows(rows: readonly DeskRow[], reload: () => Promise<void>): Promise<void> {
  const archived = await eachRow(rows, (row) => setArchived(row, row.calculation, true));
  await reload();
  if (archived.done.length > 0) {
    notifyDone(`В архиве: ${calculationsCounted(archived.done.length)}`, undefined, async () => {
      const restored = await eachRow(archived.done, ({ row, answer }) => setArchived(row, answer, false));
      await reload();
      report('Не удалось вернуть из архива', restored);
    });
  }
  report('Не удалось убрать в архив', archived);
}

/** Saves copies as they are: their figures are confirmed. */
export async function confirmRows(rows: readonly DeskRow[], reload: () => Promise<void>): Promise<void> {
  const confirmed = await eachRow(rows, ({ type, calculation }) => changeCalculation(type, calculation));
  await reload();
  if (confirmed.done.length > 0) notifyDone(`Подтверждено: ${calculationsCounted(confirmed.done.length)}`);
  report('Не удалось подтвердить', confirmed);
}

/** Copies calculations within their project, each under a free name; offers to archive the copies. */
export async function copyRows(
  rows: readonly DeskRow[],
  project: string,
  taken: readonly Pick<DeskRow, 'name'>[],
  reload: () => Promise<void>,
): Promise<void> {
  const names = [...taken];
  const named = rows.map((row) => {
    const name = copyName(row.name, names);
    names.push({ name });
    return { row, name };
  });
  const copied = await eachRow(named, ({ row, name }) => copyCalculation(row.type, row.id, { project, name }));
  await reload();
  if (copied.done.length > 0) {
    notifyDone(`Скопировано: ${calculationsCounted(copied.done.length)}`, undefined, async () => {
      const undone = await eachRow(copied.done, ({ row, answer }) => setArchived(row.row, answer, true));
      await reload();
      report('Не удалось убрать копии в архив', undone);
    });
  }
  report('Не удалось скопировать', copied);
}

function setArchived({ type }: DeskRow, calculation: Calculation, isArchived: boolean): Promise<Calculation> {
  return changeCalculation(type, { ...calculation, is_deleted: isArchived, is_active: !isArchived });
}

/** What became of each row: the answer of the server, or the first failure and how many there were. */
interface Outcome<Row> {
  readonly done: readonly { readonly row: Row; readonly answer: Calculation }[];
  readonly failed: number;
  readonly error: unknown;
}

async function eachRow<Row>(rows: readonly Row[], call: (row: Row) => Promise<Calculation>): Promise<Outcome<Row>> {
  const limit = pLimit(AT_ONCE);
  const settled = await Promise.allSettled(rows.map((row) => limit(async () => ({ row, answer: await call(row) }))));
  const failures = settled.filter((one) => one.status === 'rejected');
  return {
    done: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failed: failures.length,
    error: failures[0]?.reason,
  };
}

function report(words: string, { done, failed, error }: Outcome<unknown>): void {
  if (failed > 0) notifyFailure(`${words}: ${failed} из ${done.length + failed}`, error);
}

/** «3 расчёта». */
export function calculationsCounted(count: number): string {
  return counted(count, 'расчёт', 'расчёта', 'расчётов');
}
