import { Text } from '@mantine/core';
import type { Calculation } from '#core/contract/calculation.ts';
import { notifyDone } from '../components/notify.tsx';
import { shortHash } from '../format.ts';
import type { Fingerprint } from './fingerprint.ts';

/** Says that a table is saved, and whether its results are known to be the browser's. */
export function notifyCompared(saved: Calculation | undefined, expected: Fingerprint | undefined, name?: string): void {
  const title = name === undefined ? 'Расчёт сохранён' : `Расчёт готов: ${name}`;
  if (!saved || !expected) {
    notifyDone(title, <Text size="sm">Результат посчитал сервер: сверьте его в списке.</Text>);
    return;
  }
  notifyDone(
    title,
    <>
      <Text size="sm">Сервер получил те же числа, бит в бит.</Text>
      <Text size="xs" c="dimmed" title={expected.rows_sha256}>
        Строки {shortHash(expected.rows_sha256)}…, ядро {shortHash(expected.core_sha256)}…
      </Text>
    </>,
  );
}
