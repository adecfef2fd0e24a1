import { Text } from '@mantine/core';
import type { CalculationDefinition, Input } from '#core/calculations/definition.ts';
import { unitOf } from '#core/calculations/trace.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { formatNumber } from '../format.ts';
import classes from './ResultsView.module.css';

interface InputSummaryProps {
  readonly definition: CalculationDefinition;
  readonly calculation: Calculation;
}

/** What a stored calculation was computed from, and the dictionary rows behind it. */
export function InputSummary({ definition, calculation }: InputSummaryProps) {
  const { provenance } = calculation;
  return (
    <>
      <dl className={classes.inputs}>
        {Object.entries(definition.inputs).map(([name, input]) => (
          <div key={name}>
            <dt>{input.kind === 'number' ? `${input.label}, ${input.symbol}` : input.label}</dt>
            <dd data-wraps={input.kind === 'text'}>{given(name, input, calculation)}</dd>
          </div>
        ))}
      </dl>
      {provenance.map((row) => (
        <Text key={row.dictionary} size="xs" c="dimmed" mt={4}>
          Справочник: {row.name} (версия {row.version})
        </Text>
      ))}
    </>
  );
}

function given(name: string, input: Input, calculation: Calculation): string {
  const value = calculation[name];
  if (input.kind === 'number') {
    return `${formatNumber(Number(value))} ${unitOf(name, input.unit, calculation.provenance)}`;
  }
  const text = typeof value === 'string' ? value : '';
  if (input.kind === 'choice') return input.options[text] ?? text;
  return text === '' ? 'найден в файле' : text;
}
