import type { Calculation } from '#core/contract/calculation.ts';
import { formatMoment } from '../format.ts';
import classes from './ResultsView.module.css';

/** A line of the passport. */
export interface PassportFact {
  readonly term: string;
  readonly text: string;
}

interface PassportProps {
  readonly calculation: Calculation;
  /** Facts of the type's own, after those that all have. */
  readonly own?: readonly PassportFact[];
}

/** By whom, when and with what a calculation was made: what tells it from another one. */
export function Passport({ calculation, own = [] }: PassportProps) {
  const facts: PassportFact[] = [
    { term: 'Создан', text: `${formatMoment(calculation.created_at)}, ${calculation.author}` },
    { term: 'Изменён', text: `${formatMoment(calculation.updated_at)}, ${calculation.editor}` },
    { term: 'Версия записи', text: String(calculation.version) },
    { term: 'Расчётное ядро (SHA-256)', text: calculation.core_sha256 },
    ...own,
  ];
  return (
    <dl className={classes.passport}>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
