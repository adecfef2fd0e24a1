import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import classes from '../components/Conflict.module.css';
import { disagreementAtom } from './saving.tsx';

/** Server and browser have computed different results: nobody may overlook it. */
export function DisagreementDialog() {
  const [differing, setDiffering] = useAtom(disagreementAtom);
  const close = () => setDiffering([]);
  // Who leaves the page, or is signed out, leaves the message behind.
  useEffect(() => () => setDiffering([]), [setDiffering]);
  return (
    <Modal
      opened={differing.length > 0}
      onClose={close}
      title="Результаты сервера и браузера различаются"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <Alert color="red" role="alert">
          Расчёт сохранён с результатами сервера, но браузер получил другие. Вероятно, на странице открыта прежняя
          версия программы. Перезагрузите страницу и проверьте расчёт; если различие повторится, сообщите
          администратору.
        </Alert>
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Величина</th>
                <th scope="col">Сервер</th>
                <th scope="col">Браузер</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(({ label, server, browser }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{server}</td>
                  <td>{browser}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
    </Modal>
  );
}
