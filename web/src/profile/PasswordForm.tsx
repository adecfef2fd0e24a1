import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { newPasswordSchema } from '#core/contract/company_user.ts';
import { changePassword } from '../api/admin_calls.ts';
import { continueSession } from '../api/session.ts';
import { queryClient } from '../api/store.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { notifyDone } from '../components/notify.tsx';
import { focusFirstFault } from '../records/faults.ts';
import { useAction } from '../records/use_action.ts';

interface PasswordFormProps {
  /** Asks for the present password: it is not a one-time one. */
  readonly asksPresent?: boolean;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}

const SHOW = { visibilityToggleButtonProps: { 'aria-label': 'Показать пароль' } } as const;
const FIELDS = ['password', 'new_password'];

/** The choice of one's own password. Other sessions of the person end with it, this one goes on. */
export function PasswordForm({ asksPresent = false, onDone, onCancel }: PasswordFormProps) {
  const [present, setPresent] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const { isBusy, failure, faults, refuse, run } = useAction();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = newPasswordSchema.safeParse(fresh);
    const missing = {
      ...(asksPresent && present === '' && { password: 'Укажите нынешний пароль.' }),
      ...(!parsed.success && { new_password: parsed.error.issues[0]?.message ?? '' }),
      ...(parsed.success && fresh !== again && { again: 'Пароли не совпадают. Наберите оба ещё раз.' }),
    };
    refuse(missing);
    if (Object.keys(missing).length > 0) return focusFirstFault(form);
    void run(async () => {
      continueSession(await changePassword(present, fresh));
      notifyDone('Пароль сменён', <Text size="sm">На других устройствах понадобится войти снова.</Text>);
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onDone?.();
    }).then(() => focusFirstFault(form));
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {asksPresent && (
          <PasswordInput
            label="Нынешний пароль"
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={present}
            onChange={(event) => setPresent(event.currentTarget.value)}
            error={faults.password}
            aria-invalid={faults.password !== undefined}
            {...SHOW}
          />
        )}
        <PasswordInput
          label="Новый пароль"
          description="Не короче 12 символов. Подойдёт фраза из нескольких слов."
          name="new_password"
          autoComplete="new-password"
          value={fresh}
          onChange={(event) => setFresh(event.currentTarget.value)}
          error={faults.new_password}
          aria-invalid={faults.new_password !== undefined}
          {...SHOW}
        />
        <PasswordInput
          label="Новый пароль ещё раз"
          name="again"
          autoComplete="new-password"
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={faults.again}
          aria-invalid={faults.again !== undefined}
          {...SHOW}
        />
        {failure !== undefined && <FailureAlert error={failure} shownFields={FIELDS} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Закрыть
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            Сменить пароль
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
