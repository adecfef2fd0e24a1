import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { TableFacts } from '#core/contract/rows.ts';
import { formatMoment, formatNumber } from '../format.ts';
import { modelOf } from './pinned_model.ts';
import classes from './ResultsView.module.css';

interface Fact {
  readonly term: string;
  readonly text: string;
}

interface PassportProps {
  readonly definition: CalculationDefinition;
  readonly calculation: Calculation;
}

/** Who has created a calculation, when, and with which core, rows and model: what identifies it. */
export function Passport({ definition, calculation }: PassportProps) {
  const facts: Fact[] = [
    { term: 'Создан', text: `${formatMoment(calculation.created_at)}, ${calculation.author}` },
    { term: 'Изменён', text: `${formatMoment(calculation.updated_at)}, ${calculation.editor}` },
    { term: 'Версия записи', text: String(calculation.version) },
    { term: 'Расчётное ядро (SHA-256)', text: calculation.core_sha256 },
    ...(definition.table ? datasetFacts(calculation as Calculation & TableFacts) : []),
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

function datasetFacts(calculation: Calculation & TableFacts): Fact[] {
  const model = modelOf(calculation);
  return [
    { term: 'Строк', text: formatNumber(calculation.rows_count) },
    { term: 'Файл', text: calculation.file_name ?? 'введено вручную' },
    { term: 'Строки с результатами (SHA-256)', text: calculation.rows_sha256 },
    ...(model
      ? [
          { term: 'Модель', text: model.name },
          { term: 'Файл модели (SHA-256)', text: model.sha256 },
        ]
      : []),
  ];
}
