import { Button, Stack, Text, TextInput, Title, useMantineColorScheme } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { sessionAtom, signIn, startSession } from '../api/session.ts';
import { useTitle } from '../browser/title.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingBar } from '../components/LoadingBar.tsx';
import { Notice } from '../components/Notice.tsx';
import { SecretInput } from '../components/SecretInput.tsx';
import { screens } from '../paths.ts';
import { type Checked, useRecordForm } from '../records/use_record_form.ts';
import type { LoginState } from './Guard.tsx';
import classes from './LoginPage.module.css';

/**
 * Sign-in. A session that ended by itself is continued where it broke off; else the way leads to
 * the first page (as specified).
 */
export function LoginPage() {
  useTitle('Вход');
  const session = useAtomValue(sessionAtom);
  const { returnTo } = (useLocation().state ?? {}) as LoginState;
  if (session.status === 'in') return <Navigate to={returnTo ?? screens.landing} replace />;
  return (
    <main className={classes.page}>
      <LoadingBar />
      <Stack className={classes.panel ?? ''} gap="md">
        <Title order={1} className={classes.title ?? ''}>
          Цифровая платформа для расчёта фугитивных выбросов
        </Title>
        {returnTo !== undefined && <Notice tone="info">Сеанс завершён. Войдите снова — введённое сохранено.</Notice>}
        {session.status === 'unreachable' && (
          <FailureAlert error={session.failure} onRetry={() => void startSession()} />
        )}
        <LoginForm />
      </Stack>
    </main>
  );
}

const EMPTY = { email: '', password: '', guardant_code: '' };
type LoginDraft = typeof EMPTY;

function LoginForm() {
  const [draft, setDraft] = useState(EMPTY);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const form = useRecordForm<LoginDraft, LoginDraft>({
    draft,
    onChange: (changes) => setDraft({ ...draft, ...changes }),
    check: () => checkLogin(draft),
    send: async (credentials) => {
      await signIn(credentials);
      // The end of the last session has cleared the storage; the scheme of this tab is worth
      // keeping.
      setColorScheme(colorScheme);
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Логин" type="email" name="email" autoComplete="username" autoFocus {...form.field('email')} />
        <SecretInput
          label="Пароль"
          show="Показать пароль"
          name="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <TextInput
          label="Код ключа Guardant"
          description="Если у вас нет ключа, оставьте поле пустым."
          name="guardant_code"
          autoComplete="off"
          {...form.field('guardant_code')}
        />
        {form.failure !== undefined && <FailureAlert error={form.failure} />}
        <Button type="submit" mt={4} loading={form.isBusy}>
          Вход
        </Button>
        <Text size="xs" c="dimmed">
          Забыли пароль? Обратитесь к администратору вашей компании.
        </Text>
      </Stack>
    </form>
  );
}

function checkLogin({ email, password, guardant_code }: LoginDraft): Checked<LoginDraft> {
  const faults = {
    ...(email.trim() === '' && { email: 'Укажите логин — адрес электронной почты.' }),
    ...(password === '' && { password: 'Укажите пароль.' }),
  };
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, payload: { email: email.trim(), password, guardant_code: guardant_code.trim() } };
}
