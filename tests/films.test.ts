import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { captionsPath, FILMS, filmPath } from '#web/settings/films.ts';

const publicFile = (path: string) => readFileSync(join(ROOT, 'web/public', path));

it.each(FILMS)('$title exists as a small file in a free format with captions', ({ name }) => {
  const film = publicFile(filmPath(name));
  // WebM begins as every Matroska file does.
  expect(film.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(film.length).toBeLessThan(2_000_000);
  const captions = publicFile(captionsPath(name)).toString();
  expect(captions).toMatch(/^WEBVTT\n/);
  expect(captions.match(/ --> /g)?.length).toBeGreaterThan(4);
});
