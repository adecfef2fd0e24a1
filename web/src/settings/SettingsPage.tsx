import { Button, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { storage } from '../browser/storage.ts';
import { useTitle } from '../browser/title.ts';
import { notifyDone } from '../components/notify.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { COMMA_KEY, decimalsAllowed, MAX_DECIMALS } from './decimals.ts';
import { captionsPath, FILMS, filmPath } from './films.ts';
import classes from './SettingsPage.module.css';

/**
 * How many decimals may be typed, kept in this browser (as specified), and the films about the
 * product.
 */
export function SettingsPage() {
  useTitle('Настройки');
  const [decimals, setDecimals] = useState(String(decimalsAllowed('create')));
  const save = () => {
    storage.set(COMMA_KEY, decimals);
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
          Настройка хранится в этом браузере до выхода из системы.
        </Text>
      </Stack>
      <div className={classes.films}>
        {FILMS.map(({ name, title, text }) => (
          <figure key={name} className={classes.film}>
            <Title order={2}>{title}</Title>
            <video controls preload="metadata" src={filmPath(name)} aria-label={title}>
              <track kind="captions" srcLang="ru" label="Русский" src={captionsPath(name)} />
              Браузер не показывает видео. <a href={filmPath(name)}>Скачать файл</a>
            </video>
            <Text component="figcaption" size="sm" c="dimmed">
              {text}
            </Text>
          </figure>
        ))}
      </div>
    </>
  );
}
