import { Select } from '@mantine/core';
import { useMemo } from 'react';

/** Objects that the list shows at a time; the search reaches all of them. */
const SHOWN = 100;

interface ObjectSelectProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Chooses one of up to thousands of objects by a part of its name. */
export function ObjectSelect({ label, names, chosen, onChoose }: ObjectSelectProps) {
  const data = useMemo(() => names.map((name, index) => ({ value: String(index), label: name })), [names]);
  return (
    <Select
      label={`${label}, всего ${names.length}`}
      data={data}
      value={String(chosen)}
      onChange={(value) => value !== null && onChoose(Number(value))}
      searchable
      allowDeselect={false}
      limit={SHOWN}
      nothingFoundMessage="Такого объекта нет"
      maw={480}
    />
  );
}
