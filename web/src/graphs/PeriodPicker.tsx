import { Text } from '@mantine/core';
import type { Project } from '#core/contract/project.ts';
import { byPeriod, yearsText } from './periods.ts';
import classes from './Totals.module.css';

/** Columns that can still be compared at a glance. */
const MOST = 11;

interface PeriodPickerProps {
  readonly others: readonly Project[];
  /** Ids of those that are shown. */
  readonly beside: ReadonlySet<string>;
  readonly onChange: (beside: Set<string>) => void;
}

/** Which projects of the company are beside the open one. */
export function PeriodPicker({ others, beside, onChange }: PeriodPickerProps) {
  const isFull = beside.size >= MOST;
  const toggle = (id: string) => {
    const next = new Set(beside);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <details className={classes.picker} data-print="no">
      <summary>
        Рядом показано проектов: {beside.size} из {others.length}
      </summary>
      <fieldset>
        <legend>Проекты рядом</legend>
        {byPeriod(others)
          .reverse()
          .map((project) => (
            <label key={project.id}>
              <input
                type="checkbox"
                checked={beside.has(project.id)}
                disabled={isFull && !beside.has(project.id)}
                onChange={() => toggle(project.id)}
              />
              {yearsText(project)}, {project.name}
            </label>
          ))}
      </fieldset>
      {isFull && (
        <Text size="xs" c="dimmed">
          Рядом помещается {MOST}: чтобы показать другой проект, снимите отметку с одного из них.
        </Text>
      )}
    </details>
  );
}
