import { Button, NativeSelect, Text } from '@mantine/core';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CalculationType } from '#core/calculations/index.ts';
import { type PartName, partOf } from '#core/contract/parts.ts';
import { partsOf } from '#core/inventory/statements.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { allObjectsAtom, changeInventoryAtom } from '../inventory/state.ts';
import { screens } from '../paths.ts';
import { NO_OBJECT } from './filters.ts';
import type { DeskRow } from './rows.ts';

interface AssignFieldsProps {
  readonly projectId: string;
  /** Calculations that state something of an object. */
  readonly chosen: readonly DeskRow[];
  readonly onDone: () => void;
}

/** Assigns calculations to an object, all of them at once. */
export function AssignFields({ projectId, chosen, onDone }: AssignFieldsProps) {
  const objects = useAtomValue(allObjectsAtom);
  const change = useSetAtom(changeInventoryAtom);
  const [object, setObject] = useState('');
  const [part, setPart] = useState('');
  const parts = sharedParts(chosen);
  const isPartAsked = object !== NO_OBJECT && parts !== undefined;
  const [isBusy, setBusy] = useState(false);
  const assign = async () => {
    setBusy(true);
    try {
      const place = object === NO_OBJECT ? null : object;
      const assign = chosen.map(({ id: calculation, type }) => ({
        calculation,
        object: place,
        ...(isPartAsked && isAmbiguous(type) && { part: part as PartName }),
      }));
      await change(projectId, { assign });
      notifyDone(place === null ? 'Расчёты больше не относятся к объекту' : 'Расчёты отнесены к объекту');
      onDone();
    } catch (error) {
      notifyFailure('Не удалось отнести расчёты к объекту', error);
    } finally {
      setBusy(false);
    }
  };
  if (objects.error && !objects.data) {
    return <FailureAlert error={objects.error} onRetry={() => void objects.refetch()} />;
  }
  if (objects.data?.length === 0) {
    return (
      <Text size="sm">
        Объектов ещё нет. <Link to={screens.objects}>Добавьте первый объект</Link>.
      </Text>
    );
  }
  return (
    <>
      <NativeSelect
        aria-label="Объект"
        value={object}
        onChange={({ currentTarget }) => setObject(currentTarget.value)}
        data={[
          { value: '', label: 'Выберите объект' },
          ...(objects.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: NO_OBJECT, label: 'Не относить к объекту' },
        ]}
      />
      {isPartAsked && (
        <NativeSelect
          aria-label="Что описывают расчёты"
          value={part}
          onChange={({ currentTarget }) => setPart(currentTarget.value)}
          data={[
            { value: '', label: parts.length > 0 ? 'Что описывают расчёты' : 'У выбранных нет общего назначения' },
            ...parts.map((name) => ({ value: name, label: partOf(name).label })),
          ]}
        />
      )}
      <Button onClick={() => void assign()} loading={isBusy} disabled={object === '' || (isPartAsked && part === '')}>
        Отнести
      </Button>
    </>
  );
}

/** Whether a calculation of the type may state different things of its object. */
function isAmbiguous(type: CalculationType): boolean {
  return partsOf(type).length > 1;
}

/** Parts that every ambiguous calculation may state; undefined: each calculation states one thing alone. */
function sharedParts(rows: readonly DeskRow[]): readonly PartName[] | undefined {
  const lists = rows.filter(({ type }) => isAmbiguous(type)).map(({ type }) => partsOf(type));
  const [first] = lists;
  return first?.filter((part) => lists.every((list) => list.includes(part)));
}
