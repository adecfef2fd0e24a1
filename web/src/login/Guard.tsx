import { Button, Stack, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { sessionAtom, startSession } from '../api/session.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { screens } from '../paths.ts';
import classes from './Guard.module.css';

/** Where the sign-in page leads back to after a session that ended by itself. */
export interface LoginState {
  readonly returnTo?: string;
}

/** Shows the pages behind it to a signed-in user only. */
export function Guard() {
  const session = useAtomValue(sessionAtom);
  const { pathname, search } = useLocation();
  if (session.status === 'in') return <Outlet />;
  if (session.status === 'out') {
    const state: LoginState = session.ended ? { returnTo: pathname + search } : {};
    return <Navigate to={screens.login} replace state={state} />;
  }
  return (
    <main className={classes.page}>
      {session.status === 'checking' ? (
        <Text role="status">Загрузка…</Text>
      ) : (
        <Stack>
          <FailureAlert error={session.failure} />
          <Button onClick={() => void startSession()}>Повторить</Button>
        </Stack>
      )}
    </main>
  );
}
