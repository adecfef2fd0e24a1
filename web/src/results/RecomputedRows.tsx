import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { NumberInputs } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Model } from '#core/contract/model.ts';
import { ROWS_INSIDE, type TableFacts } from '#core/contract/rows.ts';
import type { Core } from '#core/load.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Meter } from '../components/Meter.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import type { ColumnSettings } from './columns.ts';
import { modelOf } from './pinned_model.ts';
import { type Recomputing, recompute } from './recompute.ts';
import type { RowsSource } from './rows_source.ts';

interface RecomputedRowsProps {
  readonly core: Core;
  readonly type: string;
  readonly calculation: Calculation;
  readonly inputs: NumberInputs;
  readonly settings: ColumnSettings;
  /** The model that the calculation is pinned to, if its type has one and it has been read. */
  readonly model: Model | undefined;
  readonly source: RowsSource;
}

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly share: number; readonly work: Recomputing }
  | { readonly step: 'done'; readonly sha256: string }
  | { readonly step: 'failed'; readonly error: unknown };

/**
 * Computes all stored rows again here and says whether the bytes are the stored ones. Large tables
 * wait to be asked.
 */
export function RecomputedRows({ core, type, calculation, inputs, settings, model, source }: RecomputedRowsProps) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const { rows_count, rows_sha256 } = calculation as Calculation & TableFacts;
  const running = useRef<Recomputing>(undefined);
  const isReady = modelOf(calculation) === undefined || model !== undefined;
  const isSmall = rows_count <= ROWS_INSIDE;

  const start = () => {
    running.current?.stop();
    const show = (share: number) => setState((last) => (last.step === 'running' ? { ...last, share } : last));
    const work = recompute({ type, inputs, settings, model, source }, show);
    running.current = work;
    setState({ step: 'running', share: 0, work });
    work.done.then(
      (sha256) => running.current === work && setState({ step: 'done', sha256 }),
      (error: unknown) => running.current === work && setState({ step: 'failed', error }),
    );
  };
  const stop = () => {
    running.current?.stop();
    running.current = undefined;
    setState({ step: 'idle' });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a small table is computed once, as soon as it can be
  useEffect(() => {
    if (isSmall && isReady) start();
    return () => {
      running.current?.stop();
      running.current = undefined;
    };
  }, [isSmall, isReady, rows_sha256]);

  if (state.step === 'failed') return <FailureAlert error={state.error} onRetry={start} />;
  if (state.step === 'running') {
    return <Meter label="Пересчёт в браузере" share={state.share} {...(!isSmall && { onCancel: stop })} />;
  }
  if (state.step === 'done') return <Outcome sha256={state.sha256} {...{ core, calculation, stored: rows_sha256 }} />;
  if (isSmall) return null;
  return (
    <div>
      <Button variant="default" size="xs" onClick={start} disabled={!isReady}>
        Пересчитать в браузере все строки ({formatNumber(rows_count)}) и сравнить
      </Button>
    </div>
  );
}

interface OutcomeProps {
  readonly core: Core;
  readonly calculation: Calculation;
  readonly sha256: string;
  readonly stored: string;
}

function Outcome({ core, calculation, sha256, stored }: OutcomeProps) {
  if (sha256 === '') {
    return (
      <Text size="xs" c="dimmed">
        Пересчитано, но сравнить нечем: по адресу без https браузер не вычисляет контрольные суммы.
      </Text>
    );
  }
  if (sha256 === stored) {
    return (
      <Text size="xs" c="dimmed" role="status">
        Пересчитано в браузере: те же числа, бит в бит.
      </Text>
    );
  }
  return (
    <Notice tone="error" title="Пересчёт в браузере дал другие числа">
      <Text size="sm">
        {calculation.core_sha256 === core.sha256
          ? 'Сообщите администратору: сохранённые результаты не соответствуют исходным данным.'
          : 'Расчёт выполнен прежней версией ядра. Откройте его для изменения и сохраните, чтобы пересчитать.'}
      </Text>
      <Text size="sm">
        Строки с результатами (SHA-256): сохранено {stored}, получено {sha256}
      </Text>
    </Notice>
  );
}
