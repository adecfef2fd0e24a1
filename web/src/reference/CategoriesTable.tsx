import { UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { formulaText } from '#core/calculations/trace.ts';
import { citationText } from '#core/norms.ts';
import { Table } from '../components/Table.tsx';
import { documentAnchor } from '../documents/documents.ts';
import classes from './Reference.module.css';

interface CategoriesTableProps {
  readonly types: readonly CalculationType[];
  readonly chosen: CalculationType | undefined;
  readonly onChoose: (type: CalculationType) => void;
}

/** Emission categories; a row opens the coefficients below the table. */
export function CategoriesTable({ types, chosen, onChoose }: CategoriesTableProps) {
  const name = (type: CalculationType) => (
    <UnstyledButton
      className={classes.category ?? ''}
      aria-expanded={type === chosen}
      onClick={(event) => {
        event.stopPropagation();
        onChoose(type);
      }}
    >
      {definitionOf(type).title}
    </UnstyledButton>
  );
  return (
    <Table
      label="Категории выбросов"
      scrollLabel="Таблица категорий"
      className={classes.table}
      cards="split"
      columns={[
        { key: 'name', header: 'Категория', label: '', cell: name },
        { key: 'formula', header: 'Формула', cell: (type) => <Formulas definition={definitionOf(type)} /> },
        {
          key: 'document',
          header: 'Документ',
          className: classes.document,
          cell: (type) => <Citation definition={definitionOf(type)} />,
        },
        { key: 'type', header: 'Вид расчёта', cell: (type) => <TypeName type={type} /> },
        { key: 'status', header: 'Статус', cell: () => 'Активна' },
      ]}
      rows={types}
      keyOf={(type) => type}
      row={(type) => ({ 'data-chosen': type === chosen || undefined, onClick: () => onChoose(type) })}
    />
  );
}

/** The name on the wire; it breaks at its underscores. */
function TypeName({ type }: { readonly type: CalculationType }) {
  return (
    <code className={classes.code}>
      {type.split('_').map((word, index) => (
        <Fragment key={word}>
          {index > 0 && (
            <>
              _<wbr />
            </>
          )}
          {word}
        </Fragment>
      ))}
    </code>
  );
}

function Citation({ definition: { source } }: { readonly definition: CalculationDefinition }) {
  const anchor = documentAnchor(source.norm);
  if (anchor === undefined) return citationText(source);
  return (
    <Link to={anchor} className={classes.link} onClick={(event) => event.stopPropagation()}>
      {citationText(source)}
    </Link>
  );
}

function Formulas({ definition }: { readonly definition: CalculationDefinition }) {
  return (
    <div>
      {numberResults(definition).map(([name, result]) => (
        <div key={name} className={classes.formula} title={result.label}>
          {formulaText(definition, result)}
        </div>
      ))}
    </div>
  );
}
