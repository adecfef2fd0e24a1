import { Button, PasswordInput, Stack, Text, TextInput, Title, useMantineColorScheme } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { sessionAtom, signIn, startSession } from '../api/session.ts';
import { useTitle } from '../browser/title.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingBar } from '../components/LoadingBar.tsx';
import { Notice } from '../components/Notice.tsx';
import { screens } from '../paths.ts';
import { focusFirstFault } from '../records/faults.ts';
import type { LoginState } from './Guard.tsx';
import classes from './LoginPage.module.css';

/** Sign-in. A session that ended by itself is continued where it broke off; else the way leads to the first page (as specified). */
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

interface Missing {
  readonly email?: string;
  readonly password?: string;
}

function LoginForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstFault(event.currentTarget);
    const missing = {
      ...(email.trim() === '' && { email: 'Укажите логин — адрес электронной почты.' }),
      ...(password === '' && { password: 'Укажите пароль.' }),
    };
    setMissing(missing);
    if (Object.keys(missing).length > 0 || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn({ email: email.trim(), password, guardant_code: code.trim() });
      // The end of the last session has cleared the storage; the scheme of this tab is worth keeping.
      setColorScheme(colorScheme);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Логин"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={missing.email}
        />
        <PasswordInput
          label="Пароль"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={missing.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
        />
        <TextInput
          label="Код ключа Guardant"
          description="Если у вас нет ключа, оставьте поле пустым."
          name="guardant_code"
          autoComplete="off"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {failure !== undefined && <FailureAlert error={failure} />}
        <Button type="submit" mt={4} loading={isBusy}>
          Вход
        </Button>
        <Text size="xs" c="dimmed">
          Забыли пароль? Обратитесь к администратору вашей компании.
        </Text>
      </Stack>
    </form>
  );
}
