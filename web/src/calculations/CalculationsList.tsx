import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import { EmptyList } from '../components/EmptyList.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingRows } from '../components/Loading.tsx';
import { Pages } from '../components/Pages.tsx';
import { coreAtom } from '../compute/core.ts';
import type { useListAddress } from '../records/list_address.ts';
import { gwpText, isEquivalent } from '../results/gwp.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import { CalculationsTable } from './CalculationsTable.tsx';
import { listedMetrics } from './listed_metrics.ts';
import { CALCULATIONS_PER_PAGE, calculationsAtom } from './state.ts';

interface CalculationsListProps {
  readonly type: CalculationType;
  readonly projectId: string;
  readonly address: ReturnType<typeof useListAddress>;
  readonly onCreate: () => void;
}

/** One page of a project's calculations of one type. */
export function CalculationsList({ type, projectId, address, onCreate }: CalculationsListProps) {
  const { page, isArchive, setPage, open } = address;
  const list = useAtomValue(useStableAtom(calculationsAtom, type, projectId, page, isArchive));
  const core = useAtomValue(coreAtom);
  const definition = definitionOf(type);
  if (list.error && !list.data) return <FailureAlert error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows rows={CALCULATIONS_PER_PAGE} />;
  if (list.data.count === 0) return <NoCalculations isArchive={isArchive} onCreate={onCreate} />;
  const hasEquivalent = listedMetrics(definition).some(([, result]) => isEquivalent(result));
  return (
    <>
      {list.error && <FailureAlert error={list.error} onRetry={() => void list.refetch()} />}
      <CalculationsTable
        type={type}
        definition={definition}
        calculations={list.data.results}
        isArchive={isArchive}
        onView={(id) => open({ mode: 'view', id })}
        onEdit={(id) => open({ mode: 'edit', id })}
      />
      <Pages count={list.data.count} limit={CALCULATIONS_PER_PAGE} page={page} onPage={setPage} />
      {hasEquivalent && core.data && (
        <Text size="xs" c="dimmed" mt="xs">
          CO₂-экв.: {gwpText(core.data.constant('GWP_CH4'))}.
        </Text>
      )}
    </>
  );
}

function NoCalculations({ isArchive, onCreate }: { readonly isArchive: boolean; readonly onCreate: () => void }) {
  if (isArchive) {
    return (
      <EmptyList title="Список расчётов пуст">
        <Text c="dimmed">В архиве этого вида ничего нет. Сюда попадают удалённые расчёты, их можно вернуть.</Text>
      </EmptyList>
    );
  }
  return (
    <EmptyList title="Список расчётов пуст">
      <Text c="dimmed">Добавьте первый расчёт: результат и формула видны сразу, пока вы вводите числа.</Text>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={onCreate}>
        Добавить первый расчёт
      </Button>
    </EmptyList>
  );
}
