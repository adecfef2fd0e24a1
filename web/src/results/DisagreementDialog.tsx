import { Button, Group, Stack, Text } from '@mantine/core';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { Comparison } from '../components/Comparison.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Notice } from '../components/Notice.tsx';
import { disagreementAtom } from './disagreements.ts';

/** Server and browser have computed different results: nobody may overlook it. */
export function DisagreementDialog() {
  const [differing, setDiffering] = useAtom(disagreementAtom);
  const close = () => setDiffering([]);
  // Who leaves the page, or is signed out, leaves the message behind.
  useEffect(() => () => setDiffering([]), [setDiffering]);
  return (
    <Dialog title="Результаты сервера и браузера различаются" size={640} onClose={close} isBlocking>
      {differing.length > 0 ? (
        <Stack gap="sm">
          <Notice tone="error">
            Расчёт сохранён с результатами сервера, но браузер получил другие. Вероятно, на странице открыта прежняя
            версия программы. Перезагрузите страницу и проверьте расчёт; если различие повторится, сообщите
            администратору.
          </Notice>
          <Comparison
            heads={['Величина', 'Сервер', 'Браузер']}
            rows={differing.map(({ label, server, browser }) => [label, server, browser] as const)}
          />
          <Text size="sm" c="dimmed">
            Значения показаны в единицах хранения, без округления.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Продолжить без перезагрузки
            </Button>
            <Button onClick={() => window.location.reload()}>Перезагрузить страницу</Button>
          </Group>
        </Stack>
      ) : null}
    </Dialog>
  );
}
