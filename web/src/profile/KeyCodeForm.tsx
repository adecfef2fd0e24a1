import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ownKeySchema } from '#core/contract/company_user.ts';
import { type Confirmation, changeKeyCode } from '../api/admin_calls.ts';
import { continueSession } from '../api/session.ts';
import { queryClient } from '../api/store.ts';
import { notifyDone } from '../components/notify.tsx';
import { SecretInput } from '../components/SecretInput.tsx';
import { ConfirmFields } from '../records/ConfirmFields.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { EMPTY_KEY_CODE, keyCodeFaults } from '../records/key_code.ts';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';

interface KeyCodeFormProps {
  /** Whether a code is set: it is asked for to replace it. */
  readonly hasKey: boolean;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}

type KeyCodeDraft = typeof EMPTY_KEY_CODE;
const SHOW = 'Показать код';

/** The user sets the code of the own key. Other sessions of the user end with it, this one goes on. */
export function KeyCodeForm({ hasKey, onDone, onCancel }: KeyCodeFormProps) {
  const [draft, setDraft] = useState(EMPTY_KEY_CODE);
  const form = useRecordForm<KeyCodeDraft, KeyCodeDraft>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => checkCode(draft),
    send: async ({ guardant_code, confirm_password, confirm_code }) => {
      const confirmation: Confirmation = { confirm_password, confirm_code };
      continueSession(await changeKeyCode(guardant_code, confirmation));
      notifyDone('Код ключа задан', <Text size="sm">Он спрашивается при каждом входе.</Text>);
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onDone?.();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <SecretInput
          label="Новый код ключа"
          description="Не короче 8 символов. Спрашивается при каждом входе вместе с паролем."
          show={SHOW}
          autoComplete="off"
          data-autofocus
          {...form.field('guardant_code')}
        />
        <SecretInput label="Новый код ключа ещё раз" show={SHOW} autoComplete="off" {...form.field('again')} />
        <ConfirmFields form={form} hasKey={hasKey} />
        <FormMessages form={form} fields={Object.keys(EMPTY_KEY_CODE)} />
        <FormButtons form={form} submit="Задать код" onClose={onCancel} />
      </Stack>
    </form>
  );
}

function checkCode(draft: KeyCodeDraft): Checked<KeyCodeDraft> {
  const faults = keyCodeFaults(draft, ownKeySchema);
  return Object.keys(faults).length === 0 ? { ok: true, payload: draft } : { ok: false, faults };
}
