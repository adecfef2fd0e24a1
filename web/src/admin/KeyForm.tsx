import { Button, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { type CompanyUser, userKeySchema } from '#core/contract/company_user.ts';
import { setKey } from '../api/admin_calls.ts';
import { notifyDone } from '../components/notify.tsx';
import { SecretInput } from '../components/SecretInput.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { issuesByField } from '../records/faults.ts';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

const EMPTY = { guardant_code: '', again: '' };
type KeyDraft = typeof EMPTY;
const SHOW = 'Показать код';

/**
 * Enrols the Guardant key of a user, replaces its code or removes it. The code is typed twice:
 * nobody can read it later.
 */
export function KeyForm({ user, onClose }: { readonly user: CompanyUser; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const reload = useSetAtom(reloadUsersAtom);
  const form = useRecordForm<KeyDraft, string | null>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => checkKey(draft),
    send: async (code) => {
      await setKey(user.id, code);
      notifyDone(doneText(code, user));
      await reload();
      onClose();
    },
  });
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
        <FormMessages form={form} fields={Object.keys(EMPTY)} />
        <FormButtons form={form} submit={user.has_key ? 'Заменить код' : 'Записать ключ'} onClose={onClose}>
          {user.has_key && (
            <Button variant="default" onClick={() => void form.send(null)} disabled={form.isBusy}>
              Убрать ключ
            </Button>
          )}
        </FormButtons>
      </Stack>
    </form>
  );
}

function checkKey({ guardant_code, again }: KeyDraft): Checked<string> {
  const parsed = userKeySchema.safeParse({ guardant_code });
  if (!parsed.success) return { ok: false, faults: issuesByField(parsed.error) };
  if (guardant_code.trim() === again.trim()) return { ok: true, payload: guardant_code };
  return { ok: false, faults: { again: 'Коды не совпадают. Наберите оба ещё раз.' } };
}

function doneText(code: string | null, { has_key }: CompanyUser): string {
  if (code === null) return 'Ключ убран';
  return has_key ? 'Код ключа заменён' : 'Ключ записан';
}
