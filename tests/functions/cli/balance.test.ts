import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';

const folder = mkdtempSync(join(tmpdir(), 'balance-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASE = {
  ...{ coal_t: 1e6, ef_m3_t: 18, post_mining_ef_m3_t: 2.5, drained_m3: 5e6, density_kg_m3: 0.67, gwp: 25 },
  destinations: [
    { kind: 'flare', volume_m3: 3e6, efficiency: 0.98 },
    { kind: 'engine', volume_m3: 1.5e6, efficiency: 0.995 },
    { kind: 'vented', volume_m3: 0.5e6, efficiency: 0 },
  ],
};

/** Runs the command as `npm run balance` does. */
function balance(...args: readonly string[]) {
  const script = join(ROOT, 'functions/cli/balance.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    ...{ encoding: 'utf8', timeout: 60_000 },
  });
  return { status, stdout, stderr };
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('npm run balance', { timeout: 60_000 }, () => {
  test('prints only one JSON object with the check case of the method', () => {
    const { status, stdout, stderr } = balance(file('case.json', CASE));
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
    const { stdout } = balance(file('idle.json', { ...CASE, coal_t: 0, drained_m3: 0, destinations: [] }));
    expect(JSON.parse(stdout)).toMatchObject({ gross_t: 0, implied_ef_m3_t: null, recovery: null });
  });

  test('warns on stderr if more gas is drained than released', () => {
    const { status, stdout, stderr } = balance(file('more.json', { ...CASE, ef_m3_t: 4 }));
    expect(status).toBe(0);
    expect(JSON.parse(stdout).recovery).toBeCloseTo(1.25, 9);
    expect(stderr).toContain('Дегазация больше всего выделения');
  });

  test('refuses a faulty case with all its fields and prints nothing to stdout', () => {
    const { status, stdout, stderr } = balance(file('bad.json', { ...CASE, coal_t: -1, ventilation_t: 5 }));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      ...[expect.stringMatching(/^coal_t: -1 вне границ/), expect.stringMatching(/^ventilation_t: .*дважды/)],
    ]);
  });

  test('names a missing file and a file that is not JSON', () => {
    expect(balance(join(folder, 'nowhere.json')).stderr).toContain('nowhere.json: такого файла нет.');
    expect(balance(file('broken.json', '{"coal_t": 1,')).stderr).toContain('broken.json — не JSON');
  });

  test.each([[[]], [['a.json', 'b.json']], [['--help']]])('prints the usage for %j', (args) => {
    const { status, stdout, stderr } = balance(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Запуск: npm run balance -- СЛУЧАЙ.json');
  });
});
