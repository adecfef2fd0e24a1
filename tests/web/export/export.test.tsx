import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '#core/contract/export.ts';
import { paths } from '#core/contract/paths.ts';
import { store } from '#web/api/store.ts';
import { exportAtom } from '#web/export/state.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { problem, type SeenCall } from '../../support/web/web_server.ts';

freshBrowser();

/** Files that the browser was given to save: name → text. */
let saved: Map<string, string>;

beforeEach(() => {
  saved = new Map();
  store.set(exportAtom, { status: 'idle' });
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    void blobs
      .get(this.href)
      ?.text()
      .then((text) => saved.set(this.download, text));
  });
});

/** The server answers exports by `answer`. */
function answerExports(answer: (call: SeenCall) => Response | Promise<Response>): void {
  server.intercept = (call) => (call.path.includes('/export_to_') ? answer(call) : undefined);
}

function file(text: string, name?: string): Response {
  const disposition = `attachment; filename="Report.xlsx"; filename*=UTF-8''${encodeURIComponent(name ?? '')}`;
  return new Response(text, {
    headers: {
      'Content-Length': String(new TextEncoder().encode(text).length),
      ...(name !== undefined && { 'Content-Disposition': disposition }),
    },
  });
}

async function choose(format: string, project = 'Шахта, 2025 год') {
  const user = await open('/export');
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${format} `) }));
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${project}`) }));
  return user;
}

const plain = () => screen.getByRole('button', { name: 'Экспорт данных' });
const detailed = () => screen.getByRole('button', { name: 'Подробный экспорт' });

describe('the export form', () => {
  it('offers three formats before projects and buttons', async () => {
    await server.addProject();
    const user = await open('/export');
    const formats = await screen.findAllByRole('radio');
    expect(formats.map((radio) => radio.getAttribute('value'))).toEqual(['txt', 'xls', 'xlsx']);
    expect(screen.queryByRole('button', { name: 'Экспорт данных' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: /^xls / }));
    await screen.findByRole('radio', { name: /^Шахта, 2025 год/ });
    expect(window.location.search).toBe('?format=xls');
  });

  it.each(EXPORT_FORMAT_NAMES)('offers a detailed export for %s, except for text', async (format) => {
    await server.addProject();
    await choose(format);
    plain();
    expect(screen.queryByRole('button', { name: 'Подробный экспорт' }) !== null).toBe(format !== 'txt');
  });

  it('lists projects ten a page', async () => {
    for (let number = 1; number <= 12; number++) await server.addProject({ name: `Проект ${number}` });
    const user = await choose('xlsx', 'Проект 3');
    await user.click(screen.getByRole('button', { name: 'Страница 2' }));
    await screen.findByRole('radio', { name: /^Проект 12/ });
    screen.getByText('Выбран проект с другой страницы: Проект 3');
  });

  it('reports a missing project and sends nothing', async () => {
    await server.addProject();
    const user = await open('/export?format=xlsx');
    await user.click(await screen.findByRole('button', { name: 'Экспорт данных' }));
    await screen.findByText('Выберите проект в списке выше.');
    expect(server.calls.filter(({ path }) => path.includes('export_to'))).toEqual([]);
  });

  it('links to the projects if there are none', async () => {
    await open('/export?format=xlsx');
    await screen.findByText('Проектов пока нет');
    screen.getByRole('link', { name: 'Перейти к проектам' });
  });
});

describe('an export from the screen', () => {
  it.each([
    ['txt', plain, ''],
    ['xls', plain, ''],
    ['xls', detailed, '?detail=true'],
    ['xlsx', plain, ''],
    ['xlsx', detailed, '?detail=true'],
  ])('is saved as %s under the name of the project', async (format, button, query) => {
    const { id } = await server.addProject();
    const asked: SeenCall[] = [];
    answerExports((call) => {
      asked.push(call);
      return file('содержимое', `Шахта, 2025 год.${format}`);
    });
    const user = await choose(format);
    await user.click(button());
    await screen.findByText('Файл сохранён');
    screen.getByText(`Шахта, 2025 год.${format}`);
    await waitFor(() => expect([...saved]).toEqual([[`Шахта, 2025 год.${format}`, 'содержимое']]));
    expect(asked.map(({ path }) => path)).toEqual([paths.export(id, format) + query]);
    expect(asked[0]?.bearer).toMatch(/^Bearer /);
  });

  it('has a file name even if the server sends none', async () => {
    await server.addProject({ name: 'CON' });
    answerExports(() => file('содержимое'));
    const user = await choose('xlsx', 'CON');
    await user.click(plain());
    await waitFor(() => expect([...saved.keys()]).toEqual(['_CON.xlsx']));
  });

  it('shows its progress and can be cancelled without saving a file', async () => {
    await server.addProject();
    let send: (bytes: Uint8Array) => void = () => undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        send = (bytes) => controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
      },
    });
    answerExports(() => new Response(body, { headers: { 'Content-Length': '4000000' } }));
    const user = await choose('xlsx');
    await user.click(plain());
    await screen.findByText('Файл собирается на сервере');
    expect(plain()).toHaveProperty('disabled', true);
    send(new Uint8Array(1_000_000));
    await screen.findByText(/Файл скачивается: 1,0 из 4,0 МБ/);
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.25');
    await user.click(screen.getByRole('button', { name: 'Отменить' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(plain()).toHaveProperty('disabled', false);
    expect(saved.size).toBe(0);
  });

  it.each([
    [500, 'Файл не удалось собрать, ошибка записана. Повторите через минуту.'],
    [413, 'В файл xlsx столько данных не поместится.'],
    [404, 'Проект не найден. Откройте список проектов.'],
    [409, 'Проект сейчас изменяют другие сотрудники.'],
    [503, 'Файл собирается дольше обычного.'],
  ])('shows the cause of a response %i at the button and can be retried', async (status, detail) => {
    await server.addProject();
    answerExports(() => problem(status, detail));
    const user = await choose('xlsx');
    await user.click(plain());
    const alert = await screen.findByRole('alert');
    within(alert).getByText(detail);
    within(alert).getByText('Номер обращения: req-77');
    expect(saved.size).toBe(0);
    answerExports(() => file('содержимое', 'Файл.xlsx'));
    await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect([...saved.keys()]).toEqual(['Файл.xlsx']));
  });

  it('is not saved if the download is interrupted', async () => {
    await server.addProject();
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    answerExports(() => new Response(body));
    const user = await choose('xlsx');
    await user.click(plain());
    await screen.findByText('Сервер недоступен: соединение не установлено или прервалось.');
    expect(saved.size).toBe(0);
  });
});
