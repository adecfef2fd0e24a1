// npm run uncertainty -- PLAN.json | --propagation ROWS.json: the uncertainty of the total of a
// plan, as one JSON object.

import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { assessUncertainty } from '#core/uncertainty/assess.ts';
import { constantsOf } from '#core/uncertainty/constants_of.ts';
import { PlanRefused } from '#core/uncertainty/plan_refused.ts';
import { propagate, readPropagationRows } from '#core/uncertainty/propagation.ts';
import { readPlan } from '#core/uncertainty/read_plan.ts';
import { assessmentJson, propagationJson } from '#core/uncertainty/verifier_json.ts';
import { buildCore } from './build.ts';
import { FileRefused, type Reviver, readJsonFile } from './json_file.ts';
import { runCommand, WrongCall } from './run_command.ts';

const USAGE = `Запуск: npm run uncertainty -- ПЛАН.json
        npm run uncertainty -- --propagation СТРОКИ.json
  ПЛАН.json      {seed, n, inputs: {id: {value, law, …}}, calculations: [{id, formula, inputs: {имя: id}, divisor}]}
                 law: fixed | symmetric (percent) | factor (factor) | absolute (half) | uniform (min, max) | triangular (min, mode, max);
                 min и max у symmetric, factor и absolute — границы величины; без n розыгрыши удваиваются, пока границы не известны до 1 %
  --propagation  способ 1 (таблица 3.2): [{name, base, current, u_activity, u_factor, factor_correlated}], неопределённости в процентах
Печатает один объект JSON. Как пересчитать его без этой программы: docs/uncertainty/README.md.`;

interface Request {
  readonly path: string;
  readonly isPropagation: boolean;
}

function readArguments(args: readonly string[]): Request {
  const options = { propagation: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(options, name));
  if (unknown.length > 0) throw new WrongCall(`Неизвестный параметр: ${unknown.join(', ')}.`);
  const { propagation } = values;
  if (propagation === true) throw new WrongCall('Укажите файл после --propagation.');
  const paths = [...positionals, ...(typeof propagation === 'string' ? [propagation] : [])];
  const [path] = paths;
  if (path === undefined || paths.length > 1) throw new WrongCall('Укажите один файл.');
  return { path, isPropagation: propagation !== undefined };
}

/** Keeps all digits of a seed that exceeds the precision of a number. */
const seedDigits: Reviver = (key, value, context) =>
  key === 'seed' && typeof value === 'number' ? context?.source : value;

async function run({ path, isPropagation }: Request): Promise<void> {
  const content = await readJsonFile(path, seedDigits);
  await buildCore();
  // Imported on demand: it reads the output of the build above.
  const { loadServerCore } = await import('#functions/core.ts');
  const core = await loadServerCore();
  const answer = isPropagation ? propagationJson(await propagate(core, readPropagationRows(content))) : undefined;
  const { json, notes } =
    answer ??
    assessmentJson(await assessUncertainty(core, readPlan(content, new Set(constantsOf(core).keys())), { digest }));
  for (const note of notes) console.error(note);
  console.log(JSON.stringify(json, undefined, 2));
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

await runCommand(() => run(readArguments(process.argv.slice(2))), USAGE, [PlanRefused, FileRefused]);
