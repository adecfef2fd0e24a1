import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import classes from './ProjectDesk.module.css';

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search of the desk; «/» leads to it, the arrow down from it to the first row. */
export function SearchField({ field, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      ref={field}
      className={classes.search ?? ''}
      aria-label="Найти расчёт"
      placeholder="Найти расчёт: название или вид"
      leftSection={<IconSearch size={16} />}
      rightSection={<kbd className={classes.key}>/</kbd>}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('');
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-row-link]')?.focus();
      }}
    />
  );
}
