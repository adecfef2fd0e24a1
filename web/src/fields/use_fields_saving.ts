import { useAtom, useSetAtom, useStore } from 'jotai';
import type { ResultValues } from '#core/calculations/definition.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { MAGNITUDE_RULE } from '#core/inventory/magnitude.ts';
import { type CalculationPayload, changeCalculation, createCalculation } from '../api/calls.ts';
import { changeInventory } from '../api/inventory_calls.ts';
import { notifyFailure } from '../components/notify.tsx';
import { shortHash } from '../format.ts';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';
import { disagreements } from '../results/disagreements.ts';
import { reportSavedAtom } from '../results/report_saved.tsx';
import type { Draft } from './draft.ts';
import type { FieldsFormModel } from './form.ts';
import { reloadCalculationsAtom } from './reload_calculations.ts';
import { calculationFields, parseName } from './save.ts';

export interface SavingOptions<Form> {
  readonly form: Form;
  readonly projectId: string;
  /** The calculation to change; without one a new calculation is created. */
  readonly calculation?: Calculation;
  readonly onClose: () => void;
}

interface FieldsPayload {
  readonly fields: CalculationPayload;
  /** What the browser has computed of them. */
  readonly results: ResultValues;
}

/**
 * The record form of a typed calculation: the server's results are compared with the preview, bit
 * for bit.
 */
export function useFieldsSaving({ form, projectId, calculation, onClose }: SavingOptions<FieldsFormModel>) {
  const store = useStore();
  const [draft, change] = useAtom(form.draftAtom);
  const reload = useSetAtom(reloadCalculationsAtom);
  const report = useSetAtom(reportSavedAtom);
  const { context } = form;

  const check = (): Checked<FieldsPayload> => {
    const name = parseName(draft.name);
    const preview = store.get(form.previewAtom);
    if (!name.ok) return { ok: false, faults: { name: name.message } };
    // The fields show their own faults.
    if (!preview.ok) return { ok: false, faults: {} };
    const asked = store.get(form.questionAtom);
    if (asked !== undefined && draft.confirmed !== asked) {
      return { ok: false, faults: { volume: 'Число необычно велико: ответьте на вопрос ниже.' } };
    }
    const fields = calculationFields(context, draft, name.name, preview.inputs);
    return { ok: true, payload: { fields, results: preview.results } };
  };

  return useRecordForm<Draft, FieldsPayload, Calculation>({
    draft,
    onChange: change,
    check,
    send: async ({ fields, results }, over) => {
      const target = over ?? (calculation && { ...calculation, version: draft.version ?? calculation.version });
      const saved = target
        ? await changeCalculation(context.type, { ...target, ...fields })
        : await createCalculation(context.type, projectId, fields);
      const answered = store.get(form.questionAtom);
      if (saved && answered !== undefined) await keepAnswer(projectId, saved.id, answered);
      await reload();
      store.set(form.finishAtom);
      report({
        disagreements: saved ? disagreements(context, saved, results, context.core.sha256) : [],
        proof: saved && { text: `Расчётное ядро ${shortHash(saved.core_sha256)}…`, sha256: saved.core_sha256 },
        advice: 'Сервер не прислал результат: сверьте его в списке.',
      });
      onClose();
    },
  });
}

/** Keeps the answer to a question about a magnitude with the finding that the server has of it. */
async function keepAnswer(projectId: string, calculation: string, question: string): Promise<void> {
  const finding = `${MAGNITUDE_RULE}:${calculation}`;
  try {
    await changeInventory(projectId, { acknowledge: [{ finding, text: `Подтверждено при вводе. ${question}.` }] });
  } catch (error) {
    notifyFailure('Расчёт сохранён, а подтверждение числа — нет: примите замечание в инвентаризации', error);
  }
}
