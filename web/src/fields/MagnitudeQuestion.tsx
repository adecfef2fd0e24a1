import { useAtom, useAtomValue } from 'jotai';
import { Notice } from '../components/Notice.tsx';
import type { FieldsFormModel } from './form.ts';

/** Asks back where a volume is beyond what one object has: a question, which «да» answers, not a refusal. */
export function MagnitudeQuestion({ form }: { readonly form: FieldsFormModel }) {
  const question = useAtomValue(form.questionAtom);
  const [draft, change] = useAtom(form.draftAtom);
  if (question === undefined) return null;
  return (
    <Notice tone="warning" title="Число необычно велико">
      <p>{question}. Если единица не та, выберите другую рядом с числом.</p>
      <label>
        <input
          type="checkbox"
          checked={draft.confirmed === question}
          onChange={({ currentTarget }) => change({ confirmed: currentTarget.checked ? question : '' })}
        />{' '}
        Да, число и единица верны
      </label>
    </Notice>
  );
}
