import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { compute } from '#core/calculations/compute.ts';
import type { ResultValues } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { parseInputs } from '#core/calculations/schema.ts';
import { trace } from '#core/calculations/trace.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { Notice } from '../components/Notice.tsx';
import { disagreements } from './disagreements.ts';
import { GivenInputs } from './InputSummary.tsx';
import { Figures } from './Metrics.tsx';
import { Passport } from './Passport.tsx';
import classes from './ResultsView.module.css';
import { TraceView } from './TraceView.tsx';

interface ResultsViewProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculation: Calculation;
  /** Who reads: own calculations are named as such. */
  readonly onClose: () => void;
  readonly onEdit: (id: string) => void;
  readonly onHistory: (id: string) => void;
}

/** A stored calculation with all that a verifier needs. Read-only. */
export function ResultsView({ core, type, calculation, onClose, onEdit, onHistory }: ResultsViewProps) {
  const definition = definitionOf(type);
  const { id, name, provenance } = calculation;
  const results = calculation as unknown as ResultValues;
  const parsed = parseInputs(definition, calculation, core.constant);
  const canEdit = definition.editable && !calculation.is_deleted;
  return (
    <Stack gap="md">
      <Title order={2} className={classes.name ?? ''}>
        {name}
      </Title>
      <div className={classes.columns}>
        <div>
          <Title order={3} className={classes.heading ?? ''}>
            Исходные данные
          </Title>
          <GivenInputs definition={definition} calculation={calculation} />
          <Title order={3} className={classes.heading ?? ''} mt="md">
            Результаты
          </Title>
          <Figures definition={definition} results={results} gwp={core.constant('GWP_CH4')} />
          <Recomputed core={core} type={type} calculation={calculation} />
        </div>
        <div>
          {parsed.ok ? (
            <TraceView trace={trace(core, definition, parsed.inputs, results, provenance)} definition={definition} />
          ) : (
            <Notice tone="error">Ход расчёта показать нельзя: исходные данные выходят за нынешние пределы.</Notice>
          )}
        </div>
      </div>
      <Passport calculation={calculation} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onHistory(id)}>
          История
        </Button>
        {canEdit && (
          <Button variant="default" onClick={() => onEdit(id)}>
            Изменить
          </Button>
        )}
        <Button onClick={onClose}>Закрыть</Button>
      </Group>
    </Stack>
  );
}

/** Computes the stored inputs again here and says whether the numbers are the stored ones. */
function Recomputed({ core, type, calculation }: Pick<ResultsViewProps, 'core' | 'type' | 'calculation'>) {
  const definition = definitionOf(type);
  const parsed = parseInputs(definition, calculation, core.constant);
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
