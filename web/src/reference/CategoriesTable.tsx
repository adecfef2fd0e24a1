import { UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { citationText } from '#core/calculations/norms.ts';
import { formulaText } from '#core/calculations/trace.ts';
import { documentAnchor } from '../documents/documents.ts';
import classes from './Reference.module.css';

interface CategoriesTableProps {
  readonly types: readonly CalculationType[];
  readonly chosen: CalculationType | undefined;
  readonly onChoose: (type: CalculationType) => void;
}

/** Emission categories; a row opens the coefficients below the table. */
export function CategoriesTable({ types, chosen, onChoose }: CategoriesTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Категории выбросов">
        <thead>
          <tr>
            {['Категория', 'Формула', 'Документ', 'Вид расчёта', 'Статус'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => {
            const definition = definitionOf(type);
            return (
              <tr key={type} data-chosen={type === chosen || undefined} onClick={() => onChoose(type)}>
                <td>
                  <UnstyledButton
                    className={classes.category ?? ''}
                    aria-expanded={type === chosen}
                    onClick={(event) => {
                      event.stopPropagation();
                      onChoose(type);
                    }}
                  >
                    {definition.title}
                  </UnstyledButton>
                </td>
                <td data-label="Формула">
                  <Formulas definition={definition} />
                </td>
                <td className={classes.document} data-label="Документ">
                  <Citation definition={definition} />
                </td>
                <td data-label="Вид расчёта">
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
                </td>
                <td data-label="Статус">Активна</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
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
