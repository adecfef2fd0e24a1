import { Button, Group, Stack, Text } from '@mantine/core';
import type { OneTimePassword } from '#core/contract/company_user.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatMoment } from '../format.ts';
import classes from './Admin.module.css';
import { fullName } from './names.ts';

/** A one-time password, for the only time. */
export function OneTimeResult({ given, onClose }: { readonly given: OneTimePassword; readonly onClose: () => void }) {
  const { user, one_time_password, one_time_until } = given;
  return (
    <Stack gap="sm">
      <Notice tone="warning" title="Пароль показан один раз">
        <Text size="sm">
          Передайте его лично или по телефону. После закрытия окна узнать его нельзя, можно только сбросить ещё раз.
        </Text>
      </Notice>
      <dl className={classes.handed}>
        <dt>Пользователь</dt>
        <dd>{fullName(user)}</dd>
        <dt>Логин</dt>
        <dd>{user.email}</dd>
        <dt>Одноразовый пароль</dt>
        <dd>
          <output className={classes.secret}>{one_time_password}</output>
          <CopyButton text={one_time_password} label="Скопировать пароль" />
        </dd>
        <dt>Действует до</dt>
        <dd>{formatMoment(one_time_until)}</dd>
      </dl>
      <Text size="sm" c="dimmed">
        При первом входе человек задаст свой пароль; до этого ему не откроется ни один раздел.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Закрыть</Button>
      </Group>
    </Stack>
  );
}
