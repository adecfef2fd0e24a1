import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../support/command.ts';
import { CHECK_MINE } from '../../wasm-core/inventory/check_mine.ts';

const { folder, run: balance, file } = commandOf('balance');

describe('npm run balance', { timeout: 60_000 }, () => {
  test('prints only one JSON object with the check case of the method', () => {
    const { status, stdout, stderr } = balance(file('case.json', CHECK_MINE));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const json = JSON.parse(stdout);
    expect(Object.keys(json)).toEqual([
      ...['gross_t', 'post_mining_t', 'destroyed_t', 'ch4_t', 'co2_t', 'co2e_t', 'implied_ef_m3_t', 'recovery'],
    ]);
    expect(json.gross_t).toBeCloseTo(12_060, 9);
    expect(json.destroyed_t).toBeCloseTo(2969.775, 9);
    expect(json.co2_t).toBeCloseTo(5416.95, 9);
    expect(json.co2e_t).toBeCloseTo(274_547.575, 9);
  });

  test('prints null for a value that cannot be computed', () => {
    const { stdout } = balance(file('idle.json', { ...CHECK_MINE, coal_t: 0, drained_m3: 0, destinations: [] }));
    expect(JSON.parse(stdout)).toMatchObject({ gross_t: 0, implied_ef_m3_t: null, recovery: null });
  });

  test('warns on stderr if more gas is drained than released', () => {
    const { status, stdout, stderr } = balance(file('more.json', { ...CHECK_MINE, ef_m3_t: 4 }));
    expect(status).toBe(0);
    expect(JSON.parse(stdout).recovery).toBeCloseTo(1.25, 9);
    expect(stderr).toContain('Дегазация больше всего выделения');
  });

  test('refuses a faulty case with all its fields and prints nothing to stdout', () => {
    const { status, stdout, stderr } = balance(file('bad.json', { ...CHECK_MINE, coal_t: -1, ventilation_t: 5 }));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      ...[expect.stringMatching(/^coal_t: -1 вне границ/), expect.stringMatching(/^ventilation_t: .*дважды/)],
    ]);
  });

  test('names a missing file and a file that is not JSON', () => {
    expect(balance(join(folder, 'nowhere.json')).stderr).toContain('nowhere.json: такого файла нет.');
    const texts = ['{"coal_t": 1,', '', '{"coal_t": 1, "ef_m3_t": NaN}', '{\n"coal_t": Infinity}'];
    expect(
      texts.map((text) =>
        balance(file('broken.json', text))
          .stderr.trim()
          .replace(/^.*broken\.json/, ''),
      ),
    ).toEqual([
      expect.stringMatching(/^ — не JSON: строка 1, знак 14\. Исправьте его\.$/),
      ' — не JSON: он пуст. Исправьте его.',
      ' — не JSON: ef_m3_t: NaN — не число, здесь ожидается конечное число. Исправьте его.',
      ' — не JSON: coal_t: Infinity — не число, здесь ожидается конечное число. Исправьте его.',
    ]);
  });

  test.each([[[]], [['a.json', 'b.json']], [['--help']]])('prints the usage for %j', (args) => {
    const { status, stdout, stderr } = balance(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Запуск: npm run balance -- СЛУЧАЙ.json');
  });
});
