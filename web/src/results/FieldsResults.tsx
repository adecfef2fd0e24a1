import { Text, Title } from '@mantine/core';
import { compute } from '#core/calculations/compute.ts';
import type { CalculationDefinition, ResultValues } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import type { parseInputs } from '#core/calculations/schema.ts';
import { trace } from '#core/calculations/trace.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { Notice } from '../components/Notice.tsx';
import { CalculationUncertaintySection } from '../uncertainty/CalculationUncertaintySection.tsx';
import { disagreements } from './disagreements.ts';
import { InputSummary } from './InputSummary.tsx';
import { Metrics } from './Metrics.tsx';
import classes from './ResultsView.module.css';
import { TraceView } from './TraceView.tsx';

export interface ResultsProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly definition: CalculationDefinition;
  readonly calculation: Calculation;
  /** The stored inputs, checked against the bounds of today. */
  readonly parsed: ReturnType<typeof parseInputs>;
}

/** Inputs, results and trace of a typed calculation. */
export function FieldsResults(props: ResultsProps) {
  const { core, type, definition, calculation, parsed } = props;
  const results = calculation as unknown as ResultValues;
  return (
    <div className={classes.columns}>
      <div>
        <Title order={3} className={classes.heading ?? ''}>
          Исходные данные
        </Title>
        <InputSummary definition={definition} calculation={calculation} />
        <Title order={3} className={classes.heading ?? ''} mt="md">
          Результаты
        </Title>
        <Metrics definition={definition} results={results} gwp={core.constant('GWP_CH4')} />
        <Recomputed {...props} />
        <CalculationUncertaintySection core={core} type={type} calculation={calculation} />
      </div>
      <div>
        {parsed.ok ? (
          <TraceView
            trace={trace(core, definition, parsed.inputs, results, calculation.provenance)}
            definition={definition}
          />
        ) : (
          <Notice tone="error">Ход расчёта показать нельзя: исходные данные выходят за нынешние пределы.</Notice>
        )}
      </div>
    </div>
  );
}

/** Recomputes the stored inputs in the browser and compares the results with the stored ones. */
function Recomputed({ core, type, definition, calculation, parsed }: ResultsProps) {
  if (!parsed.ok) return null;
  const again = compute(core, type, definition, parsed.inputs);
  const differing = disagreements({ definition }, calculation, again, calculation.core_sha256);
  if (differing.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        Пересчитано в браузере: те же числа, бит в бит.
      </Text>
    );
  }
  const isOtherCore = calculation.core_sha256 !== core.sha256;
  return (
    <Notice tone="error" title="Пересчёт в браузере дал другие числа">
      <Text size="sm">
        {isOtherCore
          ? 'Расчёт выполнен прежней версией ядра. Откройте его для изменения и сохраните, чтобы пересчитать.'
          : 'Сообщите администратору: сохранённые результаты не соответствуют исходным данным.'}
      </Text>
      {differing.map(({ label, server, browser }) => (
        <Text size="sm" key={label}>
          {label}: сохранено {server}, получено {browser}
        </Text>
      ))}
    </Notice>
  );
}
