import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from './api_client.ts';
import { browser } from './browser.ts';
import { daysAsCsv, daysAsXlsx } from './many_days.ts';
import { enter, newPerson, type Person } from './person.ts';
import { type PreviewTime, timePreview } from './preview_time.ts';
import { type RunningProduct, runProduct, temporaryDataDir } from './product.ts';

const ROWS = 100_000;
/** A page that is held up no longer than this feels alive, ms. */
const LONGEST_TASK = 100;
/** The machine may be at something else: the best of so many is the page's own doing. */
const TRIES = 3;

const dataDir = temporaryDataDir();
let product: RunningProduct;
let person: Person;
let address: string;

describe.skipIf(!browser)(`a file of ${ROWS} rows`, () => {
  beforeAll(async () => {
    writeFileSync(join(dataDir.path, 'days.csv'), daysAsCsv(ROWS));
    writeFileSync(join(dataDir.path, 'days.xlsx'), daysAsXlsx(ROWS));
    product = await runProduct(dataDir.path);
    if (!browser) return;
    const { results } = await (await apiClient(product.access)).call<List<Project>>('GET', paths.projects);
    address = `${screens.calculations(results[0]?.id ?? '')}?type=regres_methane&create=1`;
    person = await newPerson(browser, product.access, { reducedMotion: 'reduce' });
    await enter(person.page, product.access);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    dataDir.remove();
  });

  test.each(['csv', 'xlsx'])('as .%s is previewed while the page stays free', async (format) => {
    const times: PreviewTime[] = [];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      times.push(await timePreview(person.page, address, join(dataDir.path, `days.${format}`)));
      if ((times.at(-1)?.longestTask ?? 0) <= LONGEST_TASK) break;
    }
    const shown = times.map(
      ({ ms, longestTask }) => `${Math.round(ms)} ms, longest task ${Math.round(longestTask)} ms`,
    );
    console.log(`${format}, ${ROWS} rows, from choosing to preview: ${shown.join('; ')}`);
    expect(Math.min(...times.map(({ longestTask }) => longestTask))).toBeLessThanOrEqual(LONGEST_TASK);
  });
});
