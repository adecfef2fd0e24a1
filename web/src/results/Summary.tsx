import { Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { RowsHead } from '#core/contract/rows.ts';
import { coreAtom } from '../compute/core.ts';
import { displayed } from '../format.ts';
import { BLANK } from './columns.ts';
import { gwpText, isEquivalent } from './gwp.ts';
import classes from './TableResults.module.css';

/** The figures of the whole table. */
export function Summary({ definition, head }: { readonly definition: CalculationDefinition; readonly head: RowsHead }) {
  const core = useAtomValue(coreAtom);
  const figures = Object.entries(definition.table?.summary ?? {});
  const hasEquivalent = figures.some(([, result]) => isEquivalent(result));
  return (
    <div>
      <dl className={classes.summary}>
        {figures.map(([name, result]) => {
          const value = head.summary[name];
          const { text, unit } = displayed(result, value ?? Number.NaN);
          const isKnown = typeof value === 'number' && Number.isFinite(value);
          return (
            <div key={name}>
              <dt>{result.label}</dt>
              <dd>
                <output>{isKnown ? text : BLANK}</output> {unit}
              </dd>
            </div>
          );
        })}
      </dl>
      {hasEquivalent && core.data && (
        <Text size="xs" c="dimmed" mt={4}>
          CO₂-экв.: {gwpText(core.data.constant('GWP_CH4'))}.
        </Text>
      )}
    </div>
  );
}
