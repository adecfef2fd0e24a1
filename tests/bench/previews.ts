import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { daysAsCsv, daysAsXlsx } from '../support/browser/large_csv.ts';
import { enter, newPerson } from '../support/browser/person.ts';
import { type PreviewTime, timePreview } from '../support/browser/preview_time.ts';

const ROWS = 100_000;
const RUNS = 3;

/** From choosing a file of 100,000 rows to its results in a browser: the quickest of three, csv and xlsx. The files are written to `folder`. */
export async function previewTimes(
  browser: Browser,
  access: DemoAccess,
  folder: string,
): Promise<Readonly<Record<'csv' | 'xlsx', PreviewTime>>> {
  const { results } = await (await apiClient(access)).call<List<Project>>('GET', paths.projects);
  const address = `${screens.calculations(results[0]?.id ?? '')}?type=regres_methane&create=1`;
  const { page } = await newPerson(browser, access, { reducedMotion: 'reduce' });
  await enter(page, access);
  const quickest = async (name: string, content: string | Uint8Array) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    const times: PreviewTime[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timePreview(page, address, file));
    return {
      ms: Math.min(...times.map(({ ms }) => ms)),
      longestTask: Math.min(...times.map(({ longestTask }) => longestTask)),
    };
  };
  return { csv: await quickest('days.csv', daysAsCsv(ROWS)), xlsx: await quickest('days.xlsx', daysAsXlsx(ROWS)) };
}
