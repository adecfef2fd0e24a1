import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * A dry run of «adding a closed-form type touches four files», on a copy of the code: the type gets a formula, a definition,
 * a registry line and a case table, and the tests that every type passes are run there for it alone.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TYPE = 'ventilation_ch4';

/** What the run needs; packages are found above the copy, in the node_modules of the repository. */
const COPIED = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'wasm-core',
  'functions',
  'infra',
  'web/src',
  'tests/wasm-core',
  'tests/functions',
  'tests/support',
];

const FORMULA_FILE = 'wasm-core/assembly/emissions.ts';
const DEFINITION_FILE = `wasm-core/calculations/${TYPE}.ts`;
const REGISTRY_FILE = 'wasm-core/calculations/index.ts';
const CASES_FILE = `tests/wasm-core/calculations/${TYPE}.cases.ts`;

const FORMULA = `
/**
 * CH4 of ventilation air: CH4 = V·W·ρ/100, CO2-eq = CH4·GWP [t].
 * volume V, thousand m³; ef W, % by volume; koef_transform ρ, kg/m³. Приказ Минприроды России от 27.05.2022 № 371, formula 3.1.
 */
export function ${TYPE}(volume: f64, ef: f64, koef_transform: f64): void {
  const res_ch4 = (volume * ef * koef_transform) / 100;
  write(0, res_ch4);
  write(1, res_ch4 * GWP_CH4);
}
`;

const DEFINITION = `import type { CalculationDefinition } from './definition.ts';

export const ${TYPE} = {
  title: 'Исходящая струя шахты: выбросы CH₄',
  source: { norm: 'order_371', place: 'прил. 2, категория 3, формула 3.1' },
  inputs: {
    volume: { kind: 'number', label: 'Объём струи', symbol: 'V', unit: 'тыс. м³', min: 0, max: 1e9 },
    ef: { kind: 'number', label: 'Содержание CH₄', symbol: 'W', unit: '% об.', min: 0, max: 100, coefficient: true },
    koef_transform: {
      kind: 'number', label: 'Плотность CH₄', symbol: 'ρ', unit: 'кг/м³', min: 0.1, max: 2, coefficient: true, fixed: 'CH4_DENSITY',
    },
  },
  results: {
    res_ch4: {
      kind: 'number', label: 'Выбросы CH₄', symbol: 'M(CH₄)', unit: 'т', decimals: 2, formula: 'volume * ef * koef_transform / 100',
    },
    res_ch4_to_co2: {
      kind: 'number', label: 'Выбросы в пересчёте на CO₂', symbol: 'M(CO₂-экв.)', unit: 'т CO₂-экв.', decimals: 2, formula: 'res_ch4 * GWP_CH4',
    },
  },
  editable: true,
} as const satisfies CalculationDefinition;
`;

const CASES = `import type { Case } from './cases.ts';

export const cases: readonly Case[] = [
  {
    title: 'a million m³ with 0.5 % of methane',
    inputs: { volume: 1000, ef: '0.500000' },
    results: { res_ch4: 3.35, res_ch4_to_co2: 83.75 },
    shown: { res_ch4: '3.35', res_ch4_to_co2: '83.75' },
    source: 'Приказ 371, formula 3.1: 1000 · 0.5 · 0.67 / 100',
  },
];
`;

/** Tests that every offered type passes: each must have run for the new one. */
const SUITES = [
  'tests/wasm-core/calculations/registry.test.ts',
  'tests/wasm-core/calculations/definition.test.ts',
  'tests/wasm-core/calculations/cases.test.ts',
  'tests/wasm-core/calculations/formula.test.ts',
  'tests/wasm-core/calculations/schema.test.ts',
  'tests/wasm-core/calculations/trace.test.ts',
  'tests/functions/http/openapi.test.ts',
  'tests/functions/http/routes/calculations.test.ts',
  'tests/functions/export/every_type.test.ts',
];

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

let copy: string;
let sources: Readonly<Record<string, string>>;

function node(args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  return promisify(execFile)(process.execPath, args, { cwd: copy, env, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
}

/** Runs `suites` in the copy, only what is named after the new type. */
async function run(suites: readonly string[]): Promise<Report> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const report = join(copy, 'report.json');
  const options = ['--root', copy, '--project', 'unit', '-t', TYPE, '--reporter', 'json', '--outputFile', report];
  const output = await node([vitest, 'run', ...options, ...suites]);
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch (cause) {
    throw new Error(output, { cause });
  } finally {
    rmSync(report, { force: true });
  }
}

function failures({ testResults }: Report): string[] {
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
  ]);
}

function touch(file: string): void {
  writeFileSync(join(copy, file), sources[file] ?? '');
}

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  copy = mkdtempSync(join(ROOT, '.cache/thirteenth-'));
  const isSource = (path: string) => basename(path) !== 'build';
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isSource });
  const registry = readFileSync(join(copy, REGISTRY_FILE), 'utf8');
  sources = {
    [FORMULA_FILE]: readFileSync(join(copy, FORMULA_FILE), 'utf8') + FORMULA,
    [DEFINITION_FILE]: DEFINITION,
    [REGISTRY_FILE]: registry
      .replace(/(?=import \{ underground \})/, `import { ${TYPE} } from './${TYPE}.ts';\n`)
      .replace(/(?=^\} as const satisfies Record)/m, `  ${TYPE},\n`),
    [CASES_FILE]: CASES,
  };
  for (const file of Object.keys(sources)) touch(file);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a thirteenth type with its four touches', { timeout: 60_000 }, () => {
  it('computes, explains itself, is described and answers POST, with no other edit', async () => {
    const report = await run(SUITES);
    expect(failures(report)).toEqual([]);
    const passed = report.testResults
      .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
      .map(({ name }) => name.slice(copy.length + 1));
    expect(passed.sort()).toEqual([...SUITES].sort());
  });

  it('fits the types of everything that reads the registry', async () => {
    const output = await node([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', copy]);
    expect(output.split('\n').filter((line) => line.includes('error TS'))).toEqual([]);
  });
});

describe('without one of the four, the registry test names it:', { timeout: 60_000 }, () => {
  it.each([
    ['the case table', CASES_FILE, undefined, `${TYPE} has no case table: write ${CASES_FILE}.`],
    [
      'the registry line',
      REGISTRY_FILE,
      readFileSync(join(ROOT, REGISTRY_FILE), 'utf8'),
      `${TYPE} has no registry line: name it in CALCULATIONS of ${REGISTRY_FILE}.`,
    ],
    ['the definition', DEFINITION_FILE, undefined, `${TYPE} has no definition: write ${DEFINITION_FILE}.`],
    [
      'the formula',
      FORMULA_FILE,
      readFileSync(join(ROOT, FORMULA_FILE), 'utf8'),
      `${TYPE} has no formula: export function ${TYPE} from ${FORMULA_FILE}.`,
    ],
  ])('%s', async (_, file, before, sentence) => {
    if (before === undefined) rmSync(join(copy, file));
    else writeFileSync(join(copy, file), before);
    try {
      const said = failures(await run(['tests/wasm-core/calculations/registry.test.ts']));
      expect(said).toEqual([expect.stringContaining(sentence)]);
      expect(said.join('').match(/ has no /g)).toHaveLength(1);
    } finally {
      touch(file);
    }
  });
});
