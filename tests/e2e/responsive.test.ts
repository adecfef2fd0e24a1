import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { browser } from '../support/browser/browser.ts';
import { daysAsCsv, daysAsXlsx } from '../support/browser/large_csv.ts';
import type { Person } from '../support/browser/person.ts';
import { type PreviewTime, timePreview } from '../support/browser/preview_time.ts';
import { withSignedIn } from '../support/browser/signed_in.ts';

const ROWS = 100_000;
/** A file that holds no page up: what the page takes to show its charts, it takes for any file. */
const FEW_ROWS = 1000;
/** Tasks of the page shorter than this are not told of, ms. */
const SHORT_TASK = 50;
/** The machine may be at something else: the best of so many is the page's own doing. */
const TRIES = 3;

let dataDir: string;
let person: Person;
let address: string;

describe.skipIf(!browser)(`a file of ${ROWS} rows`, () => {
  withSignedIn({ reducedMotion: 'reduce' }, async (signedIn) => {
    ({ dataDir, person } = signedIn);
    const { api } = signedIn;
    for (const rows of [FEW_ROWS, ROWS]) {
      writeFileSync(join(dataDir, `${rows}.csv`), daysAsCsv(rows));
      writeFileSync(join(dataDir, `${rows}.xlsx`), daysAsXlsx(rows));
    }
    const { results } = await api.call<List<Project>>('GET', paths.projects);
    address = `${screens.calculations(results[0]?.id ?? '')}?type=regres_methane&create=1`;
  });

  test.each(['csv', 'xlsx'])('as .%s blocks the page hardly longer than a file of few rows', async (format) => {
    const time = (rows: number) => timePreview(person.page, address, join(dataDir, `${rows}.${format}`));
    const few: PreviewTime[] = [];
    const many: PreviewTime[] = [];
    const longest = (times: readonly PreviewTime[]) =>
      Math.max(SHORT_TASK, Math.min(...times.map(({ longestTask }) => longestTask)));
    do {
      few.push(await time(FEW_ROWS));
      many.push(await time(ROWS));
    } while (many.length < TRIES && longest(many) > 2 * longest(few));
    const shown = [few, many].map((times) =>
      times.map(({ ms, longestTask }) => `${Math.round(ms)} ms, longest task ${Math.round(longestTask)} ms`).join('; '),
    );
    console.log(`${format}, from choosing to preview: ${FEW_ROWS} rows ${shown[0]}; ${ROWS} rows ${shown[1]}`);
    expect(longest(many)).toBeLessThanOrEqual(2 * longest(few));
  });
});
