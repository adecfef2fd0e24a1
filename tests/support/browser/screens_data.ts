import { definitionOf, FIELDS_TYPES } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Page as List } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { Project } from '#core/contract/project.ts';
import type { ApiClient } from './api_client.ts';

/** Data of screens besides the demonstration: histories, a project of last year, a scenario, an audit list. `boss`: an administrator. */
export async function fillForSights(api: ApiClient, boss: ApiClient, project: Project | undefined): Promise<void> {
  await giveHistory(api, project);
  await giveYearBefore(api);
  await giveObject(api, project);
  const guest = { email: 'novyj@demo.example', first_name: 'Пётр', last_name: 'Новиков', role: 'staff' };
  await boss.call('POST', paths.companyUsers, guest);
  await boss.call('POST', paths.companyUsers, guest).catch(() => undefined);
}

/** A second version of the project and of its first calculation, so that histories have something to show. */
async function giveHistory(api: ApiClient, stored: Project | undefined): Promise<void> {
  const [type] = FIELDS_TYPES;
  if (!stored || !type) return;
  await api.call('PATCH', paths.changeProject(stored.id), { ...stored, end_date: '2026-01-31' });
  const { results } = await api.call<List<Calculation>>('GET', `${paths.calculations(type)}?project=${stored.id}`);
  const [first] = results;
  if (!first) return;
  const [input = ''] = Object.keys(definitionOf(type).inputs);
  await api.call('PATCH', paths.changeCalculation(type, first.id), { ...first, [input]: 1_234_567 });
}

/** A project of the year before, so that infographics have something to compare with. */
async function giveYearBefore(api: ApiClient): Promise<void> {
  const fields = { name: 'Отчёт за 2024 год', start_date: '2024-01-01', end_date: '2024-12-31' };
  const { id } = await api.call<Project>('POST', paths.createProject, fields);
  const fuel = { name: 'Самосвалы', project: id, volume: 1000, ef: '3.149000', actual: [] };
  await api.call('POST', paths.calculations('open_mining_co2'), fuel);
}

/** A mine to which a calculation belongs, and a scenario of it, so that inventory and «Что если» have something to show. */
async function giveObject(api: ApiClient, project: Project | undefined): Promise<void> {
  if (!project) return;
  const mine = { name: 'Шахта «Демонстрационная»', kind: 'underground_mine' };
  const { id: object } = await api.call<{ id: string }>('POST', paths.objects, mine);
  const coal = { volume: 1_000_000, ef: '18.000000', koef_transform: '0.670000', actual: [] };
  const gross = { ...coal, name: 'Выделение метана', project: project.id, object };
  await api.call('POST', paths.calculations('underground_emission_ch4'), gross);
  const flare = { kind: 'flare', volume_m3: 5e6, efficiency: 0.98 };
  const cost = { investment: 40e6, operation: 2e6, revenue: 0, rate: 0.1, years: 10 };
  const scenario = { name: 'Факел', object, drained_m3: 5e6, methane_percent: 40, destinations: [flare], cost };
  await api.call('PATCH', paths.inventory(project.id), { scenarios: [scenario] });
}
