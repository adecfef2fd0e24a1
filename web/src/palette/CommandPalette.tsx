import { TextInput } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { meAtom } from '../api/user.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './CommandPalette.module.css';
import { allCommands, type Command, foundCommands } from './commands.ts';
import { recentCalculationsAtom, recentProjectsAtom } from './state.ts';

interface CommandPaletteProps {
  /** What is typed in it when it opens; undefined: it is closed. */
  readonly start: string | undefined;
  readonly onClose: () => void;
}

/** The command palette: a word leads to a calculation, a project, a screen or an action. */
export function CommandPalette({ start, onClose }: CommandPaletteProps) {
  return (
    <Dialog title="Перейти или сделать" onClose={onClose} size={640}>
      {start === undefined ? null : <Commands key={start} start={start} onClose={onClose} />}
    </Dialog>
  );
}

function Commands({ start, onClose }: { readonly start: string; readonly onClose: () => void }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState(start);
  const [place, setPlace] = useState(0);
  const project = /^\/projects\/([^/]+)\//.exec(pathname)?.[1];
  const me = useAtomValue(meAtom);
  const projects = useAtomValue(useStableAtom(recentProjectsAtom, me.data?.company.id));
  const calculations = useAtomValue(useStableAtom(recentCalculationsAtom, project && decodeURIComponent(project)));
  const commands = useMemo(
    () => allCommands(project && decodeURIComponent(project), calculations.data ?? [], projects.data ?? []),
    [project, calculations.data, projects.data],
  );
  const found = useMemo(() => foundCommands(commands, search), [commands, search]);
  const active = Math.min(place, found.length - 1);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    void navigate(command.to);
  };
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') run(found[active]);
    if (step === 0 || found.length === 0) return;
    event.preventDefault();
    setPlace((active + step + found.length) % found.length);
  };
  return (
    <>
      <TextInput
        aria-label="Что найти"
        placeholder="Расчёт, проект, экран или действие"
        autoFocus
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={walk}
      />
      {found.length === 0 && <p role="status">Не найдено: «{search.trim()}»</p>}
      <div id={listId} ref={list} className={classes.list} role="listbox" aria-label="Найденное">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, as comboboxes do
          <div
            key={command.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onClick={() => run(command)}
          >
            <span className={classes.title}>{command.title}</span>
            <span className={classes.kind}>{command.kind}</span>
          </div>
        ))}
      </div>
    </>
  );
}
