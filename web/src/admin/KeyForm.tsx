import { Button, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { type CompanyUser, userKeySchema } from '#core/contract/company_user.ts';
import { type Confirmation, setKey } from '../api/admin_calls.ts';
import { notifyDone } from '../components/notify.tsx';
import { SecretInput } from '../components/SecretInput.tsx';
import { ConfirmFields } from '../records/ConfirmFields.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { EMPTY_KEY_CODE, keyCodeFaults } from '../records/key_code.ts';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

type KeyDraft = typeof EMPTY_KEY_CODE;

/** The code to set, null to remove the key, and what confirms it. */
interface KeyPayload {
  readonly code: string | null;
  readonly confirmation: Confirmation;
}
const SHOW = 'Показать код';

/**
 * Enrols the Guardant key of a user, replaces its code or removes it. The code is typed twice:
 * nobody can read it later.
 */
export function KeyForm({ user, onClose }: { readonly user: CompanyUser; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_KEY_CODE);
  const reload = useSetAtom(reloadUsersAtom);
  const form = useRecordForm<KeyDraft, KeyPayload>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => checkKey(draft),
    send: async ({ code, confirmation }) => {
      await setKey(user.id, code, confirmation);
      notifyDone(doneText(code, user));
      await reload();
      onClose();
    },
  });
  const { confirm_password, confirm_code } = draft;
  const removeKey = () => form.send({ code: null, confirmation: { confirm_password, confirm_code } });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <Text>
          {fullName(user)}:{' '}
          {user.has_key
            ? 'ключ записан, его код спрашивается при входе. С новым кодом все сеансы пользователя закончатся сразу.'
            : 'ключа нет, вход по логину и паролю. С ключом при входе понадобится и его код.'}
        </Text>
        <SecretInput label="Код ключа" show={SHOW} autoComplete="off" data-autofocus {...form.field('guardant_code')} />
        <SecretInput label="Код ключа ещё раз" show={SHOW} autoComplete="off" {...form.field('again')} />
        <ConfirmFields form={form} />
        <FormMessages form={form} fields={Object.keys(EMPTY_KEY_CODE)} />
        <FormButtons form={form} submit={user.has_key ? 'Заменить код' : 'Записать ключ'} onClose={onClose}>
          {user.has_key && (
            <Button variant="default" onClick={() => void removeKey()} disabled={form.isBusy}>
              Убрать ключ
            </Button>
          )}
        </FormButtons>
      </Stack>
    </form>
  );
}

function checkKey(draft: KeyDraft): Checked<KeyPayload> {
  const faults = keyCodeFaults(draft, userKeySchema);
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const { guardant_code, confirm_password, confirm_code } = draft;
  return { ok: true, payload: { code: guardant_code, confirmation: { confirm_password, confirm_code } } };
}

function doneText(code: string | null, { has_key }: CompanyUser): string {
  if (code === null) return 'Ключ убран';
  return has_key ? 'Код ключа заменён' : 'Ключ записан';
}
