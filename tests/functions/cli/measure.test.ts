import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../support/command.ts';

const { folder, run: measure, file } = commandOf('measure');

const MAPPING = {
  ...{ delimiter: ';', decimal: ',', rule: 'left', cleaning: {}, conditions: '20C', density_kg_m3: 0.668 },
  time: { column: 'Время', format: 'DD.MM.YYYY HH:mm', zone: '+07:00' },
  c: { column: 'CH4', unit: '%' },
  q: { column: 'Q', unit: 'm3/min' },
};

/** A day of 0.5 % in 10 000 m³/min by hours, some of them missing. */
function day(missing: (hour: number) => boolean = () => false): string {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !missing(hour));
  const rows = hours.map((hour) => `31.12.2025 ${String(hour).padStart(2, '0')}:00;0,5;10000\r\n`);
  return `Время;CH4;Q\r\n${rows.join('')}`;
}

describe('npm run measure', { timeout: 60_000 }, () => {
  const mapping = file('mapping.json', MAPPING);

  test('prints one JSON object with the tonnes of the file, and nothing else', () => {
    const text = day();
    const { status, stdout, stderr } = measure('--file', file('day.csv', text), '--mapping', mapping);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const sums = { tonnes: 48.096, hours_measured: 24, hours_substituted: 0, hours_fan_off: 0, coverage: 1 };
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(JSON.parse(stdout)).toEqual({ rows: 24, ...sums, by_month: [{ month: '2025-12', ...sums }], sha256 });
  });

  test('says beside the output what was substituted, and that it is no level 3; lists the hours in the file of details', () => {
    const holed = file(
      'holed.csv',
      day((hour) => hour >= 5 && hour < 9),
    );
    const details = join(folder, 'details.json');
    const { status, stdout, stderr } = measure('--file', holed, '--mapping', mapping, '--details', details);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 20, hours_substituted: 4, coverage: 20 / 24 });
    expect(stderr).toContain('Замещено 4 ч (40 CFR 98.325(b)): нет строк — 4 ч.');
    expect(stderr).toContain('меньше 90 %: не уровень 3');
    const { substituted_hours } = JSON.parse(readFileSync(details, 'utf8'));
    expect(substituted_hours).toEqual(
      [5, 6, 7, 8].map((hour) => ({ hour: `2025-12-31 0${hour}:00`, tonnes: expect.closeTo(2.004, 9), no_rows: 1 })),
    );
  });

  test.each([
    ['shares of the explosive limit given as %', '11,4', '%', /^Средняя концентрация 11,4 % об\. необычна .*c\.unit/],
    ['% given as ppm', '0,5', 'ppm', /^Средняя концентрация 0,00005 % об\. меньше, чем в атмосфере.*c\.unit/],
  ])('says beside the output that the unit of C is doubtful: %s', (_, c, unit, note) => {
    const text = day().replaceAll(';0,5;', `;${c};`);
    const doubtful = file('doubtful.json', { ...MAPPING, c: { column: 'CH4', unit } });
    const { status, stderr } = measure('--file', file('doubtful.csv', text), '--mapping', doubtful);
    expect(status).toBe(0);
    expect(stderr).toMatch(note);
  });

  test('details that cannot be written are refused by name, and nothing is printed to the output', () => {
    const details = join(folder, 'no folder', 'details.json');
    const { status, stdout, stderr } = measure(
      ...['--file', file('day.csv', day()), '--mapping', mapping, '--details', details],
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Файл ${details} записать не удалось. Проверьте, что папка ${join(folder, 'no folder')} есть и в неё можно писать.\n`,
    );
  });

  test('other ends of lines change the hash and no number', () => {
    const { sha256, ...numbers } = JSON.parse(measure('--file', file('day.csv', day()), '--mapping', mapping).stdout);
    const bare = file('bare.csv', day().replaceAll('\r', '').trimEnd());
    const { sha256: other, ...same } = JSON.parse(measure('--file', bare, '--mapping', mapping).stdout);
    expect(same).toEqual(numbers);
    expect(other).not.toBe(sha256);
    expect(other).toBe(createHash('sha256').update(readFileSync(bare)).digest('hex'));
  });

  test('a bad row is refused by line, and nothing is printed to the output', () => {
    const bad = file('bad.csv', day().replace('05:00;0,5', '05:00;0,5 %'));
    const { status, stdout, stderr } = measure('--file', bad, '--mapping', mapping);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Строка 7, столбец «CH4»: «0,5 %» — не число/);
  });

  test('a bad mapping is refused by all its fields', () => {
    const bad = file('bad.json', { ...MAPPING, c: { column: 'CH4', unit: '% LEL' }, rule: 'middle' });
    const { status, stderr } = measure('--file', file('day.csv', day()), '--mapping', bad);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n').toSorted()).toEqual([
      ...[expect.stringMatching(/^c\.lel_percent: /), expect.stringMatching(/^rule: /)],
    ]);
  });

  test('a file that is not there is refused by name', () => {
    const { status, stderr } = measure('--file', join(folder, 'nowhere.csv'), '--mapping', mapping);
    expect(status).toBe(1);
    expect(stderr).toContain('nowhere.csv: такого файла нет.');
  });

  test('a flag that is there twice is refused by name', () => {
    const { status, stdout, stderr } = measure(...['--file', 'a.csv', '--mapping', mapping, '--file', 'b.csv']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Параметр --file указан дважды/);
  });

  test.each([[[]], [['--file', 'a.csv']], [['--help']]])('%j is answered with the usage', (args) => {
    const { status, stdout, stderr } = measure(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Запуск: npm run measure -- --file');
  });
});
