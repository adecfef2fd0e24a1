import { describe, expect, test } from 'vitest';
import { allCommands, foundCommands } from '#web/palette/commands.ts';

const CALCULATIONS = [
  { id: 'c1', type: 'open_mining_co2', name: 'Самосвалы' },
  { id: 'c2', type: 'open_mining_co2', name: 'Дизель ёмкостей' },
];
const PROJECTS = [{ id: 'p1', name: 'Шахта, 2026' }];

const found = (search: string, project: string | undefined = 'p1') =>
  foundCommands(allCommands(project, project === undefined ? [] : CALCULATIONS, PROJECTS), search);

describe('the command palette', () => {
  test.each([
    ['самос', 'Самосвалы', '/projects/p1/calculations?view=c1&of=open_mining_co2'],
    ['ЕМКОСТЕЙ', 'Дизель ёмкостей', '/projects/p1/calculations?view=c2&of=open_mining_co2'],
    ['шахта проект', 'Шахта, 2026', '/projects/p1/calculations'],
    ['отчёт', 'Отчёт проекта', '/projects/p1/report'],
    ['справ', 'Справочники', '/dictionary'],
    ['новый проект', 'Новый проект', '/projects?create=1'],
  ])('finds «%s»', (search, title, to) => {
    expect(found(search)[0]).toMatchObject({ title, to });
  });

  test('offers a new calculation of every type within a project only', () => {
    expect(found('новый расчёт').length).toBeGreaterThan(10);
    expect(foundCommands(allCommands(undefined, [], PROJECTS), 'новый расчёт')).toEqual([]);
  });

  test('finds nothing by a word that nothing has', () => {
    expect(found('нет такого')).toEqual([]);
  });
});
