import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { type CompanyUser, userKeySchema } from '#core/contract/company_user.ts';
import { setKey } from '../api/admin_calls.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone } from '../components/notify.tsx';
import { focusFirstFault } from '../records/faults.ts';
import { useAction } from '../records/use_action.ts';
import { fullName } from './names.ts';
import { reloadUsersAtom } from './state.ts';

const SHOW = { visibilityToggleButtonProps: { 'aria-label': 'Показать код' } } as const;

/** Enrols the Guardant key of a user, replaces its code or removes it. The code is typed twice: nobody can read it later. */
export function KeyForm({ user, onClose }: { readonly user: CompanyUser; readonly onClose: () => void }) {
  const [code, setCode] = useState('');
  const [again, setAgain] = useState('');
  const { isBusy, failure, faults, refuse, run } = useAction();
  const reload = useSetAtom(reloadUsersAtom);

  const send = (guardant_code: string | null, done: string) =>
    run(async () => {
      await setKey(user.id, guardant_code);
      notifyDone(done);
      await reload();
      onClose();
    });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = userKeySchema.safeParse({ guardant_code: code });
    const found = {
      ...(!parsed.success && { guardant_code: parsed.error.issues[0]?.message ?? '' }),
      ...(parsed.success && code.trim() !== again.trim() && { again: 'Коды не совпадают. Наберите оба ещё раз.' }),
    };
    refuse(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form);
    void send(code, user.has_key ? 'Код ключа заменён' : 'Ключ записан').then(() => focusFirstFault(form));
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text>
          {fullName(user)}:{' '}
          {user.has_key
            ? 'ключ записан, его код спрашивается при входе. С новым кодом все сеансы пользователя закончатся сразу.'
            : 'ключа нет, вход по логину и паролю. С ключом при входе понадобится и его код.'}
        </Text>
        <PasswordInput
          label="Код ключа"
          autoComplete="off"
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={faults.guardant_code}
          aria-invalid={faults.guardant_code !== undefined}
          {...SHOW}
        />
        <PasswordInput
          label="Код ключа ещё раз"
          autoComplete="off"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={faults.again}
          aria-invalid={faults.again !== undefined}
          {...SHOW}
        />
        {failure !== undefined && <FailureAlert error={failure} shownFields={['guardant_code']} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          {user.has_key && (
            <Button variant="default" onClick={() => void send(null, 'Ключ убран')} disabled={isBusy}>
              Убрать ключ
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
          <Button type="submit" loading={isBusy}>
            {user.has_key ? 'Заменить код' : 'Записать ключ'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
