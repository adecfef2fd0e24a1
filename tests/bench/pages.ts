import type { Browser } from 'playwright-core';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { DemoAccess } from '#functions/local/demo_access.ts';
import { screens } from '#web/paths.ts';
import { apiClient } from '../support/browser/api_client.ts';
import { type FormFactor, performanceScore } from '../support/browser/lighthouse_score.ts';
import { loadOnce, type PageLoad } from '../support/browser/page_load.ts';

const RUNS = 3;

const HEADS = ['Screen', 'FCP', 'LCP', 'TBT', 'CLS', 'Score', 'Transferred', 'Requests', 'Scripts', 'Main thread'];

const TITLES: Readonly<Record<FormFactor, string>> = {
  desktop: 'A desktop, free line and processor',
  mobile: 'A phone: processor four times slower, slow 4G',
};

/** The main screens of the demonstration company, each loaded three times with an empty cache: the lowest of each figure, as Markdown. */
export async function pageTables(browser: Browser, access: DemoAccess): Promise<string> {
  const { results } = await (await apiClient(access)).call<List<Project>>('GET', paths.projects);
  const project = results[0]?.id ?? '';
  const loaded = [
    { name: 'Sign-in', path: screens.login, isPublic: true },
    { name: 'Projects', path: screens.projects, isPublic: false },
    { name: 'Calculations of a type', path: `${screens.calculations(project)}?type=underground`, isPublic: false },
    { name: 'Infographics', path: screens.graphs(project), isPublic: false },
  ];
  const tables: string[] = [];
  for (const formFactor of ['desktop', 'mobile'] as const) {
    const rows: string[][] = [];
    for (const { name, path, isPublic } of loaded) {
      const loads: PageLoad[] = [];
      for (let run = 0; run < RUNS; run++) loads.push(await loadOnce(browser, access, path, formFactor, isPublic));
      const row = [name, ...cells(lowest(loads), formFactor)];
      console.log(formFactor, ...row);
      rows.push(row);
    }
    const heads = [HEADS.map((head) => `| ${head} `).join(''), `|---${'|---:'.repeat(HEADS.length - 1)}`];
    const lines = [...heads, ...rows.map((row) => `| ${row.join(' | ')} `)].map((line) => `${line}|`);
    tables.push(`${TITLES[formFactor]}:\n\n${lines.join('\n')}`);
  }
  return tables.join('\n\n');
}

function cells(load: PageLoad, formFactor: FormFactor): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const whole = (ms: number) => `${Math.round(ms)} ms`;
  return [
    ...[seconds(load.fcp), seconds(load.lcp), whole(load.tbt), load.cls.toFixed(3)],
    `**${performanceScore(load, formFactor)}**`,
    ...[`${(load.bytes / 1000).toFixed(0)} kB`, String(load.requests), whole(load.script), whole(load.tasks)],
  ];
}

/** The lowest of every figure by itself, because other programs may want the machine meanwhile; of the layout shift the highest. */
function lowest(loads: readonly PageLoad[]): PageLoad {
  const of = (figure: keyof PageLoad) => Math.min(...loads.map((load) => load[figure]));
  const [fcp, lcp, tbt] = [of('fcp'), of('lcp'), of('tbt')];
  const cls = Math.max(...loads.map((load) => load.cls));
  const [bytes, requests, script, tasks] = [of('bytes'), of('requests'), of('script'), of('tasks')];
  return { fcp, lcp, tbt, cls, bytes, requests, script, tasks };
}
