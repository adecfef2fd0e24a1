import { CALCULATION_TYPES, definitionOf } from '#core/calculations/index.ts';
import type { ListedCalculation } from '#core/contract/calculation.ts';
import type { Project } from '#core/contract/project.ts';
import { screens } from '../paths.ts';

/** Something that the palette leads to. */
export interface Command {
  readonly key: string;
  readonly title: string;
  /** What kind of thing it is: «проект», «экран». */
  readonly kind: string;
  /** Address of the screen. */
  readonly to: string;
}

const SCREENS = [
  [screens.projects, 'Проекты'],
  [screens.objects, 'Объекты'],
  [screens.dictionary, 'Справочники'],
  [screens.documents, 'Нормативные документы'],
  [screens.export, 'Экспорт'],
  [screens.widgets, 'Виджеты'],
  [screens.profile, 'Профиль'],
  [screens.settings, 'Настройки'],
] as const;

/** Commands that are found without a word, at most. */
const MOST_FOUND = 50;

/** Everything that the palette leads to: the open project first, then projects, then screens. */
export function allCommands(
  project: string | undefined,
  calculations: readonly Pick<ListedCalculation, 'id' | 'type' | 'name'>[],
  projects: readonly Pick<Project, 'id' | 'name'>[],
): Command[] {
  const desk = project === undefined ? undefined : screens.calculations(project);
  return [
    ...(project === undefined || desk === undefined
      ? []
      : [
          ...calculations.map(({ id, type, name }) => ({
            ...{ key: id, title: name, kind: 'расчёт' },
            to: `${desk}?view=${encodeURIComponent(id)}&of=${encodeURIComponent(type)}`,
          })),
          ...[
            [desk, 'Расчёты проекта'],
            [screens.inventory(project), 'Инвентаризация проекта'],
            [screens.graphs(project), 'Инфографика проекта'],
            [screens.report(project), 'Отчёт проекта'],
          ].map(([to = '', title = '']) => ({ key: to, title, to, kind: 'экран' })),
          ...CALCULATION_TYPES.map((type) => ({
            ...{ key: `new ${type}`, title: `Новый расчёт: ${definitionOf(type).title}`, kind: 'действие' },
            to: `${desk}?type=${type}&create=1`,
          })),
        ]),
    ...projects.map(({ id, name }) => ({ key: id, title: name, kind: 'проект', to: screens.calculations(id) })),
    { key: 'new project', title: 'Новый проект', kind: 'действие', to: `${screens.projects}?create=1` },
    ...SCREENS.map(([to, title]) => ({ key: to, title, to, kind: 'экран' })),
  ];
}

/** Commands that have every word of `search`; those that begin with it come first. */
export function foundCommands(commands: readonly Command[], search: string): Command[] {
  const text = folded(search).trim();
  const words = text.split(/\s+/).filter(Boolean);
  const found = commands.filter(({ title, kind }) => words.every((word) => folded(`${title} ${kind}`).includes(word)));
  const rank = ({ title }: Command) => Number(!folded(title).startsWith(text));
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_FOUND);
}

function folded(text: string): string {
  return text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
}
