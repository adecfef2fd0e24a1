import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MODULE_SHA256 } from '#core/build/module_sha256.ts';
import { ROOT } from '#functions/cli/build.ts';
import { chance } from '../../wasm-core/training/samples.ts';

let folder: string;
const random = chance(5);

/** A csv of 400 rows: y follows a and the current value. */
function csv(change: (cells: string[], row: number) => string[] = (cells) => cells, header = 'a,b,now,y'): string {
  let now = 0.5;
  const rows = Array.from({ length: 400 }, (_, row) => {
    const a = Math.round(random() * 20) / 20;
    const y = Math.round((now * 0.7 + a * 0.4 + random() * 0.1) * 100) / 100;
    const cells = [a, random().toFixed(3), now, y].map(String);
    now = y;
    return change(cells, row).join(',');
  });
  return `${header}\n${rows.join('\n')}\n`;
}

const replaced = (at: number, where: number, text: string) =>
  csv((cells, row) => (row === where ? cells.with(at, text) : cells));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'train-'));
});

beforeEach(() => rmSync(join(folder, 'model.json'), { force: true }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as npm does. */
function run(script: string, args: readonly string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'functions/cli', script), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

function train(text: string, ...more: readonly string[]) {
  const data = join(folder, 'data.csv');
  writeFileSync(data, text);
  const given = (name: string) => more.includes(name);
  const args = [
    ...['--data', data, '--out', join(folder, 'model.json')],
    ...(given('--target') ? [] : ['--target', 'y']),
    ...(given('--features') ? [] : ['--features', 'a,b,now']),
    ...more,
  ];
  return run('train.ts', args);
}

function trained(text: string, ...more: readonly string[]) {
  const { status, stdout, stderr } = train(text, ...more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('npm run train', { timeout: 120_000 }, () => {
  test('prints one JSON object with folds, baselines, seconds and hashes, and writes the model', () => {
    const text = csv();
    const report = trained(text, '--change', 'now', '--trees', '40', '--folds', '3', '--gap', '2');
    const model = readFileSync(join(folder, 'model.json'));
    const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
    expect(report.hashes).toEqual({
      data_sha256: sha256(text),
      model_sha256: sha256(model),
      training_sha256: MODULE_SHA256.training,
    });
    const blocks = [...report.validation.folds, report.validation.last_block];
    const bounds = blocks.map(({ train_rows, from_row, to_row }) => [train_rows, from_row, to_row]);
    expect(bounds).toEqual([
      [78, 81, 160],
      [158, 161, 240],
      [238, 241, 320],
      [318, 321, 400],
    ]);
    for (const { model, baselines } of blocks) {
      for (const metrics of [model, ...Object.values<{ rmse: number; mae: number }>(baselines)]) {
        expect(metrics.rmse).toBeGreaterThanOrEqual(metrics.mae);
        expect(metrics.mae).toBeGreaterThan(0);
      }
      expect(Object.keys(baselines)).toEqual(['persistence', 'persistence_mean_change', 'mean', 'linear']);
    }
    expect(report.judgement.sentence).toMatch(/RMSE .*MAE /);
    expect(report.seconds.total).toBeGreaterThan(0);
    expect(report.validation.intervals.map(({ level }: { level: number }) => level)).toEqual([
      0.8, 0.8, 0.9, 0.9, 0.95, 0.95,
    ]);
  });

  test('writes the same model for the same file, options and seed', () => {
    const text = csv();
    const first = trained(text, '--seed', '7').hashes.model_sha256;
    expect(trained(text, '--seed', '7').hashes.model_sha256).toBe(first);
    expect(trained(text, '--eta', '0,3').hashes.model_sha256).not.toBe(first);
  });

  test('warns that a model without folds is not validated', () => {
    const report = trained(csv());
    expect(report.validation).toBeNull();
    expect(report.judgement.sentence).toContain('Модель не проверена');
  });

  test('writes a model for npm run predict: current value plus predicted change is near the target', () => {
    const text = csv();
    trained(text, '--change', 'now');
    const cells = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    writeFileSync(join(folder, 'rows.csv'), cells.map((line) => line.slice(0, 3).join(',')).join('\n'));
    const args = ['--model', join(folder, 'model.json'), '--data', join(folder, 'rows.csv')];
    const { status, stdout } = run('predict.ts', args);
    expect(status).toBe(0);
    const changes = stdout.trimEnd().split('\n').map(Number);
    const errors = changes.map((change, row) => {
      const [, , now = '', y = ''] = cells[row + 1] ?? [];
      return Math.abs(Number(now) + change - Number(y));
    });
    expect(changes).toHaveLength(400);
    expect(Math.max(...errors)).toBeLessThan(0.15);
  });

  test('--search tries 48 configurations, finds the same one each time and keeps the last block out', () => {
    const text = csv();
    const report = trained(text, '--search', '--gap', '1', '--seed', '3');
    const { tries, winner } = report.search;
    expect(tries).toHaveLength(48);
    const best = Math.min(...tries.map(({ rmse }: { rmse: number }) => rmse));
    expect(tries[winner].rmse).toBe(best);
    expect(report.options.trees).toBe(tries[winner].trees);
    const spoilt = text.trimEnd().split('\n');
    const last = report.validation.last_block.from_row;
    const changed = spoilt.map((line, row) => (row >= last ? line.replace(/[^,]*$/, '9') : line)).join('\n');
    expect(trained(changed, '--search', '--gap', '1', '--seed', '3').search).toEqual(report.search);
  });

  test('reads semicolons, decimal commas, quotes and a byte order mark as the same numbers', () => {
    const text = csv();
    const expected = trained(text).hashes.model_sha256;
    const russian = `\ufeff${text.replaceAll(',', ';').replaceAll('.', ',')}`;
    expect(trained(russian).hashes.model_sha256).toBe(expected);
    const quoted = text.replace(/(\d+)\.(\d+)/g, '"$1,$2"');
    expect(trained(quoted).hashes.model_sha256).toBe(expected);
  });
});

const REFUSALS: readonly [name: string, text: () => string, more: readonly string[], words: RegExp][] = [
  ['a constant target', () => csv((cells) => cells.with(3, '0.7')), [], /Цель во всех строках одна и та же, 0,7:/],
  [
    'a target that is always the current value',
    () => csv((cells) => cells.with(3, cells[2] ?? '')),
    ['--change', 'now'],
    /отличается от текущего значения во всех строках одинаково/,
  ],
  ['20 rows', () => csv().split('\n').slice(0, 21).join('\n'), [], /20 строк .*не меньше 50/],
  ['a header alone', () => 'a,b,now,y\n', [], /0 строк .*не меньше 50/],
  ['a blank column', () => csv((cells) => cells.with(1, '')), [], /В столбце «b» нет ни одного числа/],
  ['text in a number', () => replaced(0, 4, 'много'), [], /Строка 6, столбец A «a»: «много»/],
  ['letters after a number', () => replaced(1, 4, '5 м'), [], /Строка 6, столбец B «b».*лишние буквы/],
  ['plus infinity', () => replaced(0, 9, 'inf'), [], /Строка 11, столбец A «a»: «inf» — бесконечность/],
  ['minus infinity in the target', () => replaced(3, 9, '-Infinity'), [], /Строка 11, столбец D «y».*бесконечность/],
  ['a number beyond 32 bits', () => replaced(1, 2, '1e38'), [], /Строка 4, столбец B «b».*больше 1e37/],
  ['a header twice', () => csv(undefined, 'a,b,b,y'), ['--features', 'a,b'], /Заголовок «b» .*\(B, C\)/],
  ['decimal commas between commas', () => replaced(0, 3, '0,5'), [], /Строка 5: значений 5, а заголовков 4.*запятая/],
  ['a row without a target', () => replaced(3, 7, ''), [], /Нет целевого значения «y» в строках 9 /],
  ['a row without a current value', () => replaced(2, 7, ''), ['--change', 'now'], /Нет текущего значения «now».* 9 /],
  ['the target among the features', csv, ['--features', 'a,y'], /«y» указан и целью, и признаком/],
  ['the target as its current value', csv, ['--change', 'y'], /«y» указан и целью, и текущим значением/],
  ['a feature twice', csv, ['--features', 'a,b,a'], /Признак «a» указан дважды/],
  ['an unknown feature', csv, ['--features', 'a,c'], /нет столбца «c».*есть: «a», «b», «now», «y»/],
  ['an unknown target', csv, ['--target', 'z'], /нет столбца «z»/],
  ['an unknown current column', csv, ['--change', 'z'], /нет столбца «z»/],
  ['folds without a gap', csv, ['--folds', '5'], /Не указан --gap/],
  ['a search without a gap', csv, ['--search'], /Не указан --gap/],
  ['a gap without folds', csv, ['--gap', '5'], /--gap нужен только вместе с --folds/],
  ['a gap longer than the rows', csv, ['--folds', '4', '--gap', '300'], /Для проверки мало строк/],
  ['more folds than the rows allow', csv, ['--folds', '20', '--gap', '1'], /Для проверки мало строк/],
  ['folds that are no number', csv, ['--folds', 'пять', '--gap', '1'], /--folds «пять»/],
  ['a negative gap', csv, ['--folds', '3', '--gap=-1'], /--gap -1: нужно целое число от 0/],
  ['no trees', csv, ['--trees', '0'], /--trees = 0: нужно целое число от 1 до 2/],
  ['half a level', csv, ['--depth', '2.5'], /--depth = 2,5: нужно целое число/],
  ['an eta of 0', csv, ['--eta', '0'], /--eta = 0: нужно число больше 0 и не больше 1/],
  ['a negative lambda', csv, ['--lambda=-1'], /--lambda = -1: нужно число от 0/],
  ['a search with a depth', csv, ['--search', '--depth', '3', '--gap', '1'], /--search сам подбирает --depth/],
  ['an unknown flag', csv, ['--fold', '3'], /Неизвестный параметр: --fold/],
  ['a flag without a value', csv, ['--change'], /Укажите значение --change/],
  ['an option twice', csv, ['--depth', '3', '--depth', '4'], /--depth указан дважды/],
  ['an unclosed quote', () => replaced(0, 3, '"0.5'), [], /Строка \d+: Кавычка не закрыта/],
  ['an empty file', () => '', [], /Файл пуст/],
];

describe('npm run train refuses with its own message and writes no model:', { timeout: 60_000 }, () => {
  test.each(REFUSALS)('%s', (_, text, more, words) => {
    const { status, stdout, stderr } = train(text(), ...more);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain('    at ');
    expect(readdirSync(folder).filter((name) => name.startsWith('model'))).toEqual([]);
  });

  test('a folder that does not exist', () => {
    const data = join(folder, 'data.csv');
    writeFileSync(data, csv());
    const args = ['--data', data, '--target', 'y', '--features', 'a', '--out', join(folder, 'nowhere/model.json')];
    const { status, stdout, stderr } = run('train.ts', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/nowhere\/model\.json записать не удалось.*папка/);
  });

  test('a data file that does not exist', () => {
    const args = ['--data', 'none.csv', '--target', 'y', '--features', 'a', '--out', join(folder, 'model.json')];
    const { status, stderr } = run('train.ts', args);
    expect(status).toBe(1);
    expect(stderr).toContain('Файл none.csv: такого файла нет');
  });

  test('a refused training without changing an old model', () => {
    trained(csv());
    const before = readFileSync(join(folder, 'model.json'));
    expect(train(replaced(0, 1, 'x')).status).toBe(1);
    expect(readFileSync(join(folder, 'model.json')).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'model.json'))).toBe(true);
  });
});
