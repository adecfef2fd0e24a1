import type { ownKeySchema, userKeySchema } from '#core/contract/company_user.ts';
import { confirmationFaults, EMPTY_CONFIRMATION } from './ConfirmFields.tsx';
import { type Faults, issuesByField } from './faults.ts';

/** A code of a key, typed twice because nobody can read it later, and what confirms it. */
export const EMPTY_KEY_CODE = { guardant_code: '', again: '', ...EMPTY_CONFIRMATION };

/** The faults of a typed code; `schema`: of the call that sends it. */
export function keyCodeFaults(
  draft: typeof EMPTY_KEY_CODE,
  schema: typeof ownKeySchema | typeof userKeySchema,
): Faults {
  const { guardant_code, again } = draft;
  const parsed = schema.safeParse({ guardant_code });
  const isRepeated = guardant_code.trim() === again.trim();
  return {
    ...(!parsed.success && issuesByField(parsed.error)),
    ...(parsed.success && !isRepeated && { again: 'Коды не совпадают. Наберите оба ещё раз.' }),
    ...confirmationFaults(draft),
  };
}
