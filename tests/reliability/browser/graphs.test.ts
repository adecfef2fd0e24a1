import { expect } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import { CHARTED_TYPES } from '#web/graphs/load.ts';
import { screens } from '#web/paths.ts';
import { inHouse, signedIn, theHouse } from '../../support/reliability/browser_fixture.ts';
import { typedIn } from '../../support/reliability/load/company.ts';
import { reliabilityTest } from '../../support/reliability/reliability_test.ts';

/** Most concurrent calls of the page, as specified. */
const AT_ONCE = 6;

inHouse('infographics of many calculations', () => {
  reliabilityTest(
    {
      id: 'PRF-09',
      stimulus: 'the infographics of a project with n calculations in its charts',
      pass: `every calculation is drawn; at most ${AT_ONCE} calls at once, nothing twice, nothing that a list has told`,
      quick: 12,
      full: 200,
    },
    async (n) => {
      const { api } = theHouse();
      const about = { name: `Много расчётов ${n}`, start_date: '2026-01-01', end_date: '2026-12-31' };
      const { id } = await api.call<Project>('POST', paths.createProject, about);
      const types = CHARTED_TYPES.filter((type) => type !== 'regres_methane');
      for (let count = 0; count < n; count++) {
        const type = types[count % types.length] ?? '';
        await api.call('POST', paths.calculations(type), { ...typedIn(type, id), name: `Участок ${count}` });
      }
      const { page } = await signedIn();
      const asked: string[] = [];
      let [now, most] = [0, 0];
      const isOfCharts = (url: string) => CHARTED_TYPES.some((type) => url.includes(`/v1/${type}/`));
      page.on('request', (request) => {
        if (!isOfCharts(request.url())) return;
        asked.push(request.url());
        now += 1;
        most = Math.max(most, now);
      });
      const settled = (request: { url(): string }) => {
        if (isOfCharts(request.url())) now -= 1;
      };
      page.on('requestfinished', settled).on('requestfailed', settled);
      const start = performance.now();
      await page.goto(screens.graphs(id));
      await page.locator('.js-plotly-plot .bars').first().waitFor();
      const seconds = (performance.now() - start) / 1000;
      await page.waitForLoadState('networkidle');
      const barsOf = (name: string) => page.getByRole('figure', { name }).locator('.bars .point path').count();
      // Half of them each: two gases of every calculation of the first, two fuels of the second.
      expect(await barsOf('Выбросы при подземной добыче')).toBe(n);
      expect(await barsOf('Выбросы при открытой добыче')).toBe(n);
      expect(asked.filter((url) => url.includes('single_calc'))).toEqual([]);
      expect(asked.filter((url, at) => asked.indexOf(url) !== at)).toEqual([]);
      expect(most).toBeLessThanOrEqual(AT_ONCE);
      await page.context().close();
      return `${asked.length} calls, at most ${most} at once, none twice; all drawn after ${seconds.toFixed(1)} s`;
    },
  );
});
