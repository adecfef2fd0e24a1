import type { Page } from 'playwright-core';
import { numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf, FIELDS_TYPES, TABLE_TYPES } from '#core/calculations/index.ts';
import { screens } from '#web/paths.ts';

/** A screen of the product: its file name, and how a signed-in user opens it; `project` is the demonstration's. */
export interface Sight {
  readonly name: string;
  /** Visible without a session. */
  readonly isPublic?: true;
  /** Visible to an administrator of the company. */
  readonly isAdmin?: true;
  /** Only on a narrow screen. */
  readonly isPhoneOnly?: true;
  readonly go: (page: Page, project: string) => Promise<void>;
}

const [FIRST_TYPE] = FIELDS_TYPES;
const LAST_TYPE = FIELDS_TYPES.at(-1);
const GRID_TYPE = TABLE_TYPES.find((type) => definitionOf(type).table?.hasGrid) as CalculationType;
const FILE_TYPE = TABLE_TYPES.findLast((type) => !definitionOf(type).table?.hasGrid) as CalculationType;

/** Every screen, dialog and empty state, over the demonstration company. */
export const SIGHTS: readonly Sight[] = [
  { name: 'login', isPublic: true, go: (page) => open(page, '/login', 'Цифровая платформа') },
  {
    name: 'login-refused',
    isPublic: true,
    go: async (page) => {
      await open(page, '/login', 'Цифровая платформа');
      await page.getByLabel('Логин', { exact: true }).fill('nikto@demo.example');
      await page.getByLabel('Пароль', { exact: true }).fill('не тот');
      await page.getByRole('button', { name: 'Вход' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'landing', go: (page) => open(page, '/', 'Цифровая платформа') },
  {
    name: 'menu',
    isPhoneOnly: true,
    go: async (page) => {
      await openProjects(page);
      await page.getByRole('button', { name: 'Открыть меню' }).click();
      await page.getByRole('dialog', { name: 'Меню' }).waitFor();
    },
  },
  { name: 'projects', go: openProjects },
  {
    name: 'projects-archive',
    go: async (page) => {
      await open(page, '/projects?archive=1', 'Проекты');
      await page.getByText('В архиве нет проектов').waitFor();
    },
  },
  {
    name: 'project-create',
    go: async (page) => {
      await openProjects(page);
      await page.getByRole('button', { name: 'Добавить проект' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Укажите название проекта.').waitFor();
    },
  },
  { name: 'objects', go: (page) => open(page, '/objects', 'Объекты') },
  {
    name: 'object-create',
    go: async (page) => {
      await open(page, '/objects?create=1', 'Объекты');
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Укажите название объекта.').waitFor();
    },
  },
  { name: 'calculations-no-type', go: openCalculations },
  {
    name: 'inventory',
    go: async (page, project) => {
      await open(page, screens.inventory(project), 'Инвентаризация');
      await page.getByRole('table', { name: 'Выбросы за год' }).waitFor();
    },
  },
  {
    name: 'company',
    go: async (page) => {
      await open(page, screens.companyInventory, 'Компания и годы');
      await page.getByRole('table', { name: 'Объекты, источники и годы' }).waitFor();
      await page.locator('svg.main-svg').first().waitFor();
    },
  },
  {
    name: 'scenarios',
    go: async (page, project) => {
      await open(page, screens.scenarios(project), 'Что если');
      await page.getByRole('table', { name: 'Сценарии' }).waitFor();
      await page.locator('svg.main-svg').first().waitFor();
    },
  },
  {
    name: 'edition',
    go: async (page, project) => {
      await open(page, screens.edition(project), 'Действующая редакция');
      await page.getByText('Все расчёты сделаны по действующей редакции').waitFor();
    },
  },
  { name: 'calculations', go: (page, project) => openType(page, project, FIRST_TYPE) },
  { name: 'calculations-technology', go: (page, project) => openType(page, project, LAST_TYPE) },
  {
    name: 'calculations-archive',
    go: async (page, project) => {
      await openType(page, project, FIRST_TYPE);
      await page.getByText('Архив', { exact: true }).click();
      await page.getByText('Список расчётов пуст').waitFor();
    },
  },
  { name: 'calculation-create-empty', go: (page, project) => openForm(page, project) },
  {
    name: 'calculation-create-preview',
    go: async (page, project) => {
      await openForm(page, project);
      await typeFirstNumber(page, '1940000');
      await page.getByRole('dialog').locator('output').first().waitFor();
    },
  },
  {
    name: 'calculation-create-faults',
    go: async (page, project) => {
      await openForm(page, project);
      await typeFirstNumber(page, '1,234.5');
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
      await page.getByText('Укажите название расчёта.').waitFor();
    },
  },
  {
    name: 'calculation-results',
    go: async (page, project) => {
      await openType(page, project, FIRST_TYPE);
      await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
      await page.getByText('Пересчитано в браузере: те же числа, бит в бит.').waitFor();
    },
  },
  {
    name: 'calculation-results-technology',
    go: async (page, project) => {
      await openType(page, project, LAST_TYPE);
      await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
      await page.getByText('Пересчитано в браузере: те же числа, бит в бит.').waitFor();
    },
  },
  {
    name: 'calculation-edit',
    go: async (page, project) => {
      await openType(page, project, FIRST_TYPE);
      await page
        .getByRole('button', { name: /^Изменить: / })
        .first()
        .click();
      await page.getByRole('dialog').locator('output').first().waitFor();
    },
  },
  {
    name: 'calculation-history',
    go: async (page, project) => {
      await openType(page, project, FIRST_TYPE);
      await page.getByRole('table', { name: 'Расчёты', exact: true }).locator('[data-row-link]').first().click();
      await page.getByRole('button', { name: 'История' }).click();
      await page.getByText('Запись создана.').waitFor();
    },
  },
  {
    name: 'project-history',
    go: async (page) => {
      await openProjects(page);
      await page
        .getByRole('button', { name: /^История: / })
        .first()
        .click();
      await page.getByText('Запись создана.').waitFor();
    },
  },
  { name: 'admin-as-staff', go: (page) => open(page, '/admin', 'Администрирование') },
  { name: 'admin-users', isAdmin: true, go: (page) => openAdmin(page, 'users', 'Пользователи компании') },
  {
    name: 'admin-invitation',
    isAdmin: true,
    go: async (page) => {
      await openAdmin(page, 'users', 'Пользователи компании');
      await sendEmptyForm(page, 'Пригласить');
      await page.getByText('Укажите имя.').waitFor();
    },
  },
  {
    name: 'admin-key',
    isAdmin: true,
    go: async (page) => {
      await openAdmin(page, 'users', 'Пользователи компании');
      await page
        .getByRole('button', { name: /^Ключ Guardant: / })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Код ключа', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-disable',
    isAdmin: true,
    go: async (page) => {
      await openAdmin(page, 'users', 'Пользователи компании');
      await page
        .getByRole('button', { name: /^Отключить: / })
        .first()
        .click();
      await page.getByText('все его сеансы закончатся сразу').waitFor();
    },
  },
  { name: 'admin-models', isAdmin: true, go: (page) => openAdmin(page, 'models', 'Модели') },
  {
    name: 'admin-model',
    isAdmin: true,
    go: async (page) => {
      await openAdmin(page, 'models', 'Модели');
      await page.getByRole('table', { name: 'Модели' }).locator('[data-row-link]').first().click();
      await page.getByText('Признаки и столбцы').waitFor();
    },
  },
  { name: 'admin-dictionaries', isAdmin: true, go: (page) => openAdmin(page, 'dictionaries', 'Версии справочников') },
  { name: 'admin-audit', isAdmin: true, go: (page) => openAdmin(page, 'audit', 'Журнал действий') },
  {
    name: 'password',
    go: async (page) => {
      await open(page, '/profile', 'Профиль');
      await sendEmptyForm(page, 'Сменить пароль');
      await page.getByText('Укажите нынешний пароль.').waitFor();
    },
  },
  {
    name: 'table-create-grid',
    go: async (page, project) => {
      await openTableForm(page, project, GRID_TYPE);
      const cells = page.getByRole('dialog').locator('td input');
      await cells.nth(1).fill('1268');
      await cells.nth(2).fill('много');
      await page.getByText('Исправьте отмеченные ячейки.').waitFor();
    },
  },
  {
    name: 'table-create-grid-full',
    go: async (page, project) => {
      await openTableForm(page, project, GRID_TYPE);
      await page.getByRole('button', { name: 'На весь экран' }).click();
    },
  },
  {
    name: 'table-create-faults',
    go: async (page, project) => {
      await openTableForm(page, project, FILE_TYPE);
      await page.getByLabel('Файл с таблицей').setInputFiles(exampleFile(FILE_TYPE, 'много'));
      await page.getByRole('region', { name: 'Ошибки в таблице' }).waitFor();
    },
  },
  {
    name: 'table-create-preview',
    go: async (page, project) => {
      await openTableForm(page, project, FILE_TYPE);
      await page.getByLabel('Файл с таблицей').setInputFiles(exampleFile(FILE_TYPE));
      await page.getByRole('dialog').locator('.js-plotly-plot').first().waitFor();
    },
  },
  {
    name: 'profile',
    go: async (page) => {
      await open(page, '/profile', 'Профиль');
      await page.getByRole('heading', { name: 'Статистика компании' }).waitFor();
    },
  },
  {
    name: 'export',
    go: async (page) => {
      await open(page, '/export?format=xlsx', 'Экспорт');
      await page.getByRole('radio', { name: /^Инвентаризация/ }).check();
    },
  },
  {
    name: 'export-no-project',
    go: async (page) => {
      await open(page, '/export?format=txt', 'Экспорт');
      await page.getByRole('button', { name: 'Экспорт данных' }).click();
      await page.getByText('Выберите проект в списке выше.').waitFor();
    },
  },
  {
    name: 'reference',
    go: async (page) => {
      await open(page, '/dictionary', 'Справочники');
      await page
        .getByRole('table', { name: 'Категории выбросов' })
        .getByRole('button', { name: /^Подземная добыча/ })
        .click();
      await page.getByText('293,15 К (20 °C); 101,325 кПа', { exact: true }).waitFor();
    },
  },
  {
    name: 'infographics',
    go: async (page, project) => {
      await open(page, screens.graphs(project), 'Инфографика');
      await page.getByRole('table', { name: 'Изменение выбросов по источникам' }).waitFor();
      await page.getByRole('table', { name: 'Последние правки расчётов' }).waitFor();
      for (const name of ['Выбросы по годам', 'Выбросы при подземной добыче']) {
        await page.getByRole('figure', { name }).locator('svg').first().waitFor();
      }
    },
  },
  {
    name: 'report',
    go: async (page, project) => {
      await open(page, screens.report(project), 'Отчёт');
      await page.getByRole('table', { name: 'Выбросы по источникам' }).waitFor();
    },
  },
  { name: 'documents', go: (page) => open(page, '/documents', 'Нормативные документы') },
  {
    name: 'converter',
    go: async (page) => {
      await open(page, '/widgets', 'Конвертер');
      await page.getByRole('textbox', { name: /^Объём газа/ }).fill('1 234 567,8');
      await page.getByText('824,6913 т').waitFor();
    },
  },
  { name: 'unknown-address', go: (page) => open(page, '/no-such-page', 'Такой страницы нет') },
];

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

async function openProjects(page: Page): Promise<void> {
  await open(page, '/projects', 'Проекты');
  await page.getByRole('table', { name: 'Проекты' }).waitFor();
}

async function openCalculations(page: Page, project: string): Promise<void> {
  await open(page, screens.calculations(project), 'Расчёты');
  await page.getByText('Выберите вид расчёта, чтобы увидеть').waitFor();
}

async function openType(page: Page, project: string, type = FIRST_TYPE): Promise<void> {
  await open(page, `${screens.calculations(project)}?type=${type}`, 'Расчёты');
  await page.getByRole('table', { name: 'Расчёты', exact: true }).waitFor();
}

async function openForm(page: Page, project: string): Promise<void> {
  await openType(page, project);
  await page.getByRole('button', { name: 'Добавить расчёт' }).click();
  await page.getByRole('dialog').getByLabel('Название расчёта').waitFor();
}

async function typeFirstNumber(page: Page, text: string): Promise<void> {
  const [first] = FIRST_TYPE ? numberInputs(definitionOf(FIRST_TYPE)) : [];
  if (first) await page.getByRole('dialog').getByLabel(`${first[1].label}, ${first[1].symbol}`).fill(text);
}

/** Opens a page of the administration and waits for its table. */
async function openAdmin(page: Page, tab: string, table: string): Promise<void> {
  await open(page, `${screens.admin}?tab=${tab}`, 'Администрирование');
  await page.getByRole('table', { name: table }).waitFor();
}

async function openTableForm(page: Page, project: string, type: CalculationType): Promise<void> {
  await open(page, `${screens.calculations(project)}?type=${type}&create=1`, 'Расчёты');
  await page.getByRole('dialog').getByLabel('Название расчёта').waitFor();
}

/** The example of a table as a csv; `bad` replaces its last number. */
export function exampleFile(type: CalculationType, bad?: string) {
  const { columns = {}, example = [] } = definitionOf(type).table ?? {};
  const rows = example.map((row) => row.map((cell) => String(cell ?? '').replace('.', ',')));
  if (bad !== undefined) rows.at(-1)?.splice(-1, 1, bad);
  const lines = [Object.values(columns).map(({ label }) => label), ...rows].map((line) => line.join(';'));
  return { name: 'Пример.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

/** Opens a form by its button and sends it without filling it in: the button that sends it has the same name. */
async function sendEmptyForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}
