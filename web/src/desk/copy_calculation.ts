import { NAME_LIMIT } from '#core/contract/text.ts';
import { changeCalculation, copyCalculation } from '../api/calls.ts';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { archive } from '../records/archiving.ts';
import type { DeskRow } from './rows.ts';

/** Copies a calculation within its project under a free name, and offers to take the copy back. */
export async function copyInProject(
  { id, type, name }: DeskRow,
  project: string,
  rows: readonly DeskRow[],
  reload: () => Promise<void>,
): Promise<void> {
  try {
    const copy = await copyCalculation(type, id, { project, name: copyName(name, rows) });
    await reload();
    const words = { archived: 'Копия в архиве', restored: 'Копия возвращена из архива' };
    notifyDone(
      `Скопировано: ${copy.name}`,
      undefined,
      () => void archive(copy, { change: (calculation) => changeCalculation(type, calculation), reload, words }),
    );
  } catch (error) {
    notifyFailure(`Не удалось скопировать: ${name}`, error);
  }
}

/** «Дизель (копия)», «Дизель (копия 2)»: the first one that no row has. */
export function copyName(name: string, rows: readonly Pick<DeskRow, 'name'>[]): string {
  const taken = new Set(rows.map((row) => row.name));
  const stem = name.replace(/ \(копия(?: \d+)?\)$/, '');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' (копия)' : ` (копия ${number})`;
    const candidate = `${[...stem].slice(0, NAME_LIMIT - suffix.length).join('')}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}
