import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { OverruleForm } from './OverruleForm.tsx';
import { rangeText } from './range_text.ts';
import { uncertaintyOf } from './state.ts';
import classes from './Uncertainty.module.css';
import { UncertaintyDetails } from './UncertaintyDetails.tsx';

interface CalculationUncertaintySectionProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculation: Calculation;
}

/** How sure a calculation is; a person may state the uncertainty of an input. */
export function CalculationUncertaintySection(props: CalculationUncertaintySectionProps) {
  const { core, type, calculation } = props;
  const [isStating, setStating] = useState(false);
  const close = () => setStating(false);
  const hasTotal = definitionOf(type).total !== undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['calculations', 'uncertainty', type, calculation.id, calculation.version, calculation.part],
    queryFn: () => uncertaintyOf(core, type, calculation),
    enabled: hasTotal,
    retry: false,
  });
  if (!hasTotal) return null;
  return (
    <section className={classes.section} aria-label="Точность результата">
      <Title order={3} className={classes.heading ?? ''}>
        Насколько точен результат
      </Title>
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Text>С вероятностью 95 %: {rangeText(data)}</Text>
          <Group gap="sm">
            {!calculation.is_deleted && (
              <Button variant="default" size="xs" onClick={() => setStating(true)}>
                Задать неопределённость
              </Button>
            )}
          </Group>
          {data.range && (
            <details className={classes.details}>
              <summary>Откуда разброс</summary>
              <div className={classes.section}>
                <UncertaintyDetails uncertainty={data} />
              </div>
            </details>
          )}
        </>
      )}
      <Dialog title="Неопределённость величины" size={560} onClose={close}>
        {isStating ? <OverruleForm {...props} onClose={close} /> : null}
      </Dialog>
    </section>
  );
}
