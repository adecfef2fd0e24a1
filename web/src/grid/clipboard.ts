import type { ClipboardEvent } from 'react';
import { splitPasted } from '#core/tables/pasted.ts';
import { formatNumber } from '../format.ts';
import { withPasted, withTexts } from './edits.ts';
import { blockTarget } from './paste_target.ts';
import { blockSelection, blockText, isSingle } from './selection.ts';
import { fullText, type Grid, type GridModel } from './use_grid.ts';

/** Copy, cut and paste of blocks; within one cell they are the browser's own. */
export function clipboardHandlers({ definition, columns, rows }: GridModel, grid: Grid) {
  const { block } = grid;
  const copy = (event: ClipboardEvent): boolean => {
    if (isSingle(block)) return false;
    event.preventDefault();
    event.clipboardData.setData('text/plain', blockText(rows, block));
    grid.setNotice('Скопировано.');
    return true;
  };
  const paste = (event: ClipboardEvent) => {
    const texts = splitPasted(event.clipboardData.getData('text/plain'));
    const [[only] = []] = texts;
    const isOne = texts.length === 1 && texts[0]?.length === 1;
    // One value is pasted into the text of a cell, as anywhere.
    if (texts.length === 0 || (isOne && isSingle(block))) return;
    event.preventDefault();
    if (isOne) {
      const next = withTexts(rows, block, () => only ?? '');
      return grid.edit(next, grid.selection, 'Значение вставлено во все выделенные ячейки.');
    }
    const { target, body, hasHeaders } = blockTarget(definition, columns, texts, block.left);
    const { rows: next, block: written, left } = withPasted(rows, body, block.top, target, columns.length);
    grid.edit(next, blockSelection(written), pastedText(body.length - left, hasHeaders, left));
  };
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) grid.clear();
    },
    onPaste: paste,
  };
}

function pastedText(count: number, hasHeaders: boolean, left: number): string {
  const headers = hasHeaders ? ' Столбцы найдены по заголовкам.' : '';
  const rest = left > 0 ? ` Не поместилось: ${formatNumber(left)}. ${fullText()}` : '';
  return `Вставлено строк: ${formatNumber(count)}.${headers}${rest}`;
}
