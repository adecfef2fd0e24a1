import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { notifyDone } from '../components/notify.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { useTitle } from '../components/title.ts';
import { COMMA_KEY, decimalsAllowed, MAX_DECIMALS } from '../settings.ts';

/** How many decimals may be typed. It is kept in this browser (as specified). */
export function SettingsPage() {
  useTitle('Настройки');
  const [decimals, setDecimals] = useState(String(decimalsAllowed('create')));
  const save = () => {
    localStorage.setItem(COMMA_KEY, decimals);
    notifyDone('Настройки сохранены', <Text size="sm">Знаков после запятой: {decimals}.</Text>);
  };
  return (
    <>
      <PageHead title="Настройки" />
      <Stack maw={480} gap="md" align="flex-start">
        <NativeSelect
          label="Знаков после запятой"
          description="Сколько знаков можно ввести в числовых полях. Сохранённые значения и результаты не округляются. Пока настройка не сохранена, при изменении расчёта действует предел 2."
          data={Array.from({ length: MAX_DECIMALS + 1 }, (_, count) => String(count))}
          value={decimals}
          onChange={(event) => setDecimals(event.currentTarget.value)}
        />
        <Button onClick={save}>Сохранить</Button>
        <Text size="sm" c="dimmed">
          Настройка хранится в этом браузере до выхода из системы. Обучающее и презентационное видео готовятся.
        </Text>
      </Stack>
    </>
  );
}
