import { definitionOf } from '#core/calculations/index.ts';
import type { Core } from '#core/load.ts';
import { describeRelease } from '../store/release.ts';
import { changedAt, type ProjectSnapshot } from './project_snapshot.ts';
import { type ReportRow, type Section, sectionOf, textColumn } from './section.ts';
import { byType } from './types.ts';

const COLUMNS = [textColumn('Показатель'), textColumn('Значение')];

/** The first section of a plain export: facts of the project, its totals and its contents. */
export function projectSection(content: ProjectSnapshot, totals: readonly ReportRow[]): Section {
  return sectionOf('Проект', 'Проект', COLUMNS, [...projectFacts(content), ...totals, ...contents(content)]);
}

/** The origin of all figures: people, instants, the core, the models; before the contents, the totals. */
export function passportSection(core: Core, content: ProjectSnapshot, totals: readonly ReportRow[]): Section {
  const { company, project } = content;
  const { version, commit } = describeRelease();
  const rows: ReportRow[] = [
    ...projectFacts(content),
    ['Почтовый адрес', company.postal_address],
    ['ОГРН', company.ogrn],
    ['ОКВЭД', company.okved],
    ['Регион', company.region],
    ['Версия проекта', project.version],
    ['Версия продукта', commit === null ? version : `${version}, коммит ${commit}`],
    ['Вычислительное ядро продукта, SHA-256', core.sha256],
    ...models(content),
    ...totals,
    ...contents(content),
  ];
  return sectionOf('Паспорт', 'Паспорт', COLUMNS, rows);
}

function projectFacts(content: ProjectSnapshot): ReportRow[] {
  const { company, project } = content;
  return [
    ['Проект', project.name],
    ['Компания', company.name],
    ['Начало', { day: project.start_date }],
    ['Окончание', { day: project.end_date }],
    ['Автор проекта', project.author],
    ['Проект создан, UTC', { moment: project.created_at }],
    ['Последнее изменение, UTC', { moment: changedAt(content) }],
  ];
}

function contents(content: ProjectSnapshot): ReportRow[] {
  const { calculations } = content;
  const counts = byType(content).map(
    ({ number, title, calculations }): ReportRow => [`${number}. ${title}`, calculations.length],
  );
  return [['Расчётов в проекте', calculations.length], ...counts];
}

/** The models that computed rows, each once. */
function models({ calculations }: ProjectSnapshot): ReportRow[] {
  const used = new Map(
    calculations.flatMap(({ type, table }) => (table?.model ? [[table.model.sha256, { type, ...table.model }]] : [])),
  );
  return [...used.values()].map(({ type, name, sha256 }) => [
    `Модель «${name}», SHA-256 (${definitionOf(type).title})`,
    sha256,
  ]);
}
