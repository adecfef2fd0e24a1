import { Button, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { partsOf } from '#core/inventory/statements.ts';
import { reloadCalculationsAtom } from '../fields/reload_calculations.ts';
import { AssignFields } from './AssignFields.tsx';
import classes from './ProjectDesk.module.css';
import type { DeskRow } from './rows.ts';
import { archiveRows, confirmRows, copyRows } from './selection_actions.ts';

interface SelectionBarProps {
  readonly projectId: string;
  readonly chosen: readonly DeskRow[];
  /** Every calculation of the project: their names are taken. */
  readonly all: readonly DeskRow[];
  /** Calculations that the filters leave. */
  readonly found: readonly DeskRow[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be done with the chosen calculations at once. */
export function SelectionBar({ projectId, chosen, all, found, onChoose }: SelectionBarProps) {
  const reload = useSetAtom(reloadCalculationsAtom);
  const [busy, setBusy] = useState('');
  const clear = () => onChoose(new Set());
  const run = async (name: string, action: () => Promise<void>) => {
    setBusy(name);
    await action();
    setBusy('');
    clear();
  };
  // What is no source of emissions belongs to no object.
  const sources = chosen.filter(({ type }) => partsOf(type).length > 0);
  const unconfirmed = chosen.filter(({ isUnconfirmed }) => isUnconfirmed);
  const isBusy = busy !== '';
  return (
    <section className={classes.selection} aria-label="Выбранные расчёты">
      <Text fw={500}>Выбрано: {chosen.length}</Text>
      {chosen.length < found.length && (
        <Button variant="subtle" onClick={() => onChoose(new Set(found.map(({ id }) => id)))}>
          Выбрать все: {found.length}
        </Button>
      )}
      {sources.length > 0 && <AssignFields projectId={projectId} chosen={sources} onDone={clear} />}
      {unconfirmed.length > 0 && (
        <Button
          variant="default"
          loading={busy === 'confirm'}
          disabled={isBusy}
          onClick={() => void run('confirm', () => confirmRows(unconfirmed, reload))}
        >
          Подтвердить: {unconfirmed.length}
        </Button>
      )}
      <Button
        variant="default"
        loading={busy === 'copy'}
        disabled={isBusy}
        onClick={() => void run('copy', () => copyRows(chosen, projectId, all, reload))}
      >
        Копировать
      </Button>
      <Button
        variant="default"
        loading={busy === 'archive'}
        disabled={isBusy}
        onClick={() => void run('archive', () => archiveRows(chosen, reload))}
      >
        В архив
      </Button>
      <Button variant="default" onClick={clear}>
        Снять выбор
      </Button>
    </section>
  );
}
