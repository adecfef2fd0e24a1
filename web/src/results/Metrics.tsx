import { Text } from '@mantine/core';
import type { CalculationDefinition, NumberResult, ResultValues } from '#core/calculations/definition.ts';
import { numberResults } from '#core/calculations/definition.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice } from '../components/Notice.tsx';
import { displayed, exactText } from '../format.ts';
import { gwpText, isEquivalent } from './gwp.ts';
import classes from './Metrics.module.css';

interface MetricsProps {
  readonly definition: CalculationDefinition;
  readonly results: ResultValues;
  /** Global warming potential of methane, of the core. */
  readonly gwp: number;
}

/** The results: figures with their unit, texts as they are. */
export function Metrics({ definition, results, gwp }: MetricsProps) {
  const figures = numberResults(definition).filter(([, { unit }]) => unit !== '');
  // A warning comes before what it warns of.
  const texts = Object.entries(definition.results)
    .filter(([name, { kind }]) => kind === 'text' && results[name] !== '')
    .sort(([first], [second]) => Number(second === 'warning') - Number(first === 'warning'));
  return (
    <>
      {figures.length > 0 && (
        <dl className={classes.figures}>
          {figures.map(([name, result]) => (
            <Figure key={name} result={result} value={Number(results[name])} gwp={gwp} />
          ))}
        </dl>
      )}
      {texts.map(([name, { label }]) =>
        name === 'warning' ? (
          <div key={name} className={classes.text}>
            <Notice tone="error" title={label}>
              {results[name]}
            </Notice>
          </div>
        ) : (
          <div key={name} className={classes.text}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text>{results[name]}</Text>
          </div>
        ),
      )}
    </>
  );
}

interface FigureProps {
  readonly result: NumberResult;
  readonly value: number;
  readonly gwp: number;
}

function Figure({ result, value: stored, gwp }: FigureProps) {
  const { value, unit, text } = displayed(result, stored);
  return (
    <div className={classes.figure}>
      <dt>{result.label}</dt>
      <dd>
        <output className={classes.value}>{text}</output>
        <span className={classes.unit}>{unit}</span>
        <CopyButton text={exactText(value)} label={`Скопировать без округления: ${result.label}, ${unit}`} />
      </dd>
      {isEquivalent(result) && <dd className={classes.gwp}>{gwpText(gwp)}</dd>}
    </div>
  );
}
