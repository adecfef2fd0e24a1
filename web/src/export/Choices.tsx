import type { ReactNode } from 'react';
import classes from './Choices.module.css';

/** A row of which one is chosen. */
export interface Choice {
  readonly id: string;
  readonly title: ReactNode;
  readonly details: ReactNode;
}

interface ChoicesProps {
  /** Names the group for those who hear the page. */
  readonly label: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Rows of which one is chosen, by a click anywhere on the row or with the arrow keys. */
export function Choices({ label, name, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {choices.map(({ id, title, details }) => (
        <label key={id} className={classes.row} data-chosen={id === chosen}>
          <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <span className={classes.title}>{title}</span>
          <span className={classes.details}>{details}</span>
        </label>
      ))}
    </fieldset>
  );
}
