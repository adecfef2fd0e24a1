import { Text } from '@mantine/core';
import { useSetAtom, useStore } from 'jotai';
import { useState } from 'react';
import type { Calculation } from '#core/contract/calculation.ts';
import { ApiFailure } from '../api/failure.ts';
import { notifyDone } from '../components/notify.tsx';
import { shortHash } from '../format.ts';
import { currentOf } from '../records/Conflict.tsx';
import { type Faults, faultsByField } from '../records/faults.ts';
import { disagreementAtom, disagreements } from '../results/disagreements.ts';
import type { CalculationForm } from './form.ts';
import { calculationFields, parseName } from './save.ts';
import { saveCalculationAtom } from './save_calculation.ts';

interface SavingProps {
  readonly form: CalculationForm;
  readonly projectId: string;
  readonly calculation?: Calculation;
  readonly onClose: () => void;
}

/** The saving of a form: checks, the call, the comparison of results, and what went wrong. */
export function useSaving({ form, projectId, calculation, onClose }: SavingProps) {
  const store = useStore();
  const send = useSetAtom(saveCalculationAtom);
  const report = useSetAtom(disagreementAtom);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  /** `over`: the server's object that the person has chosen to write over. */
  const save = async (over?: Calculation) => {
    const draft = store.get(form.draftAtom);
    const preview = store.get(form.previewAtom);
    const name = parseName(draft.name);
    setTried(true);
    setFaults(name.ok ? {} : { name: name.message });
    if (!name.ok || !preview.ok || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const target = over ?? (calculation && { ...calculation, version: draft.version ?? calculation.version });
    try {
      const saved = await send({
        type: form.context.type,
        project: projectId,
        fields: calculationFields(form.context, draft, name.name, preview.inputs),
        ...(target && { calculation: target }),
      });
      store.set(form.finishAtom);
      const differing = saved ? disagreements(form.context, saved, preview.results, form.context.core.sha256) : [];
      if (differing.length > 0) report(differing);
      else notifySaved(saved);
      onClose();
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiFailure) setFaults(faultsByField(error));
      setBusy(false);
    }
  };

  return {
    save,
    faults,
    failure,
    isTried,
    isBusy,
    /** After a conflict: the calculation as the server has it now. */
    current: currentOf<Calculation>(failure),
    /** The person has changed a field that the server refused. */
    mend: (field: string) => setFaults(({ [field]: _mended, ...others }) => others),
    reset: () => {
      setFaults({});
      setFailure(undefined);
      setTried(false);
    },
  };
}

export type Saving = ReturnType<typeof useSaving>;

function notifySaved(saved: Calculation | undefined): void {
  if (!saved) {
    notifyDone('Расчёт сохранён', <Text size="sm">Сервер не прислал результат: сверьте его в списке.</Text>);
    return;
  }
  notifyDone(
    'Расчёт сохранён',
    <>
      <Text size="sm">Сервер получил те же числа, бит в бит.</Text>
      <Text size="xs" c="dimmed" title={saved.core_sha256}>
        Расчётное ядро {shortHash(saved.core_sha256)}…
      </Text>
    </>,
  );
}
