import { useMemo } from 'react';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { paths } from '#core/contract/paths.ts';
import { historyFields } from './fields.ts';
import { HistoryView } from './HistoryView.tsx';

interface CalculationHistoryProps {
  readonly type: CalculationType;
  readonly id: string;
  readonly onClose: () => void;
  readonly onBack: () => void;
}

/** The versions of a calculation of any type. */
export function CalculationHistory({ type, id, ...rest }: CalculationHistoryProps) {
  const fields = useMemo(() => historyFields(definitionOf(type)), [type]);
  return <HistoryView path={paths.calculationHistory(type, id)} fields={fields} {...rest} />;
}
