import { Text } from '@mantine/core';
import { atom } from 'jotai';
import { notifyDone } from '../components/notify.tsx';
import { type Disagreement, disagreementAtom } from './disagreements.ts';

/** A calculation that the server has saved, compared with the browser's own results. */
interface SavedReport {
  readonly title?: string;
  /** In what the results differ. */
  readonly disagreements: readonly Disagreement[];
  /**
   * Hashes of what both have computed, short and whole; undefined: the results could not be
   * compared.
   */
  readonly proof: { readonly text: string; readonly sha256: string } | undefined;
  /** What the user does with results that could not be compared. */
  readonly advice?: string;
}

/**
 * Confirms equal results by their hashes; results that differ are shown in a dialog until it is
 * closed.
 */
export const reportSavedAtom = atom(null, (_get, set, report: SavedReport) => {
  const { title = 'Расчёт сохранён', disagreements, proof, advice } = report;
  if (disagreements.length > 0) return set(disagreementAtom, disagreements);
  if (!proof) return notifyDone(title, advice && <Text size="sm">{advice}</Text>);
  notifyDone(
    title,
    <>
      <Text size="sm">Сервер получил те же числа, бит в бит.</Text>
      <Text size="xs" c="dimmed" title={proof.sha256}>
        {proof.text}
      </Text>
    </>,
  );
});
