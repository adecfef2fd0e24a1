import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '#functions/cli/build.ts';

const run = promisify(execFile);

/** The packages of the demonstration models' training: XGBoost 3.4 and LightGBM 4.6. */
export const LIBRARIES = 'wasm-core/models/training/requirements.txt';

/** XGBoost 1.7. */
export const OLD_XGBOOST = 'tests/wasm-core/models/properties/requirements_1_7.txt';

/** XGBoost 1.7.4, whose file format trained models have. */
export const XGBOOST_1_7_4 = 'tests/wasm-core/training/requirements.txt';

/** numpy and mpmath. */
export const NUMPY = 'tests/wasm-core/uncertainty/requirements.txt';

/** openpyxl and xlrd. */
export const BOOK_READERS = 'tests/functions/export/requirements.txt';

/** What a developer runs once to have the tests against the real libraries; CI does so by itself. */
export const ENABLING_COMMAND = 'node tests/wasm-core/models/properties/python.ts';

/** Oldest Python that the current XGBoost runs on, newest that its release of 2022 finds packages for. */
const VERSIONS = ['3.12', '3.13'];

/** Path of a Python that has the packages of `requirements`, or undefined where `prepare` has not been run. */
export function pythonWith(requirements: string): string | undefined {
  const folder = folderOf(requirements);
  return existsSync(join(folder, 'installed')) ? pythonOf(folder) : undefined;
}

/** Makes a virtual environment with the packages of `requirements` in `.cache/python`, unless there is one. */
export async function prepare(requirements: string): Promise<string> {
  const ready = pythonWith(requirements);
  if (ready) return ready;
  const folder = folderOf(requirements);
  // Several test files may want it at once: each makes its own, and the first that is whole gets the name.
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  await run(await findPython(), ['-m', 'venv', own]);
  await run(pythonOf(own), ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', join(ROOT, requirements)]);
  writeFileSync(join(own, 'installed'), '');
  if (!pythonWith(requirements)) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(own, folder);
  } else rmSync(own, { recursive: true, force: true });
  return pythonOf(folder);
}

/** Runs a Python script of the repository and returns what it printed. */
export async function runPython(python: string, args: readonly string[], path = ''): Promise<string> {
  const env = { ...process.env, PYTHONPATH: join(ROOT, path), PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await run(python, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 });
  return stdout;
}

function folderOf(requirements: string): string {
  const content = readFileSync(join(ROOT, requirements));
  return join(ROOT, '.cache/python', createHash('sha256').update(content).digest('hex').slice(0, 12));
}

function pythonOf(folder: string): string {
  return process.platform === 'win32' ? join(folder, 'Scripts/python.exe') : join(folder, 'bin/python');
}

async function findPython(): Promise<string> {
  const candidates = [...VERSIONS.map((version) => `python${version}`), ...(await pyenvPythons()), 'python3', 'python'];
  for (const candidate of candidates) {
    const version = await run(candidate, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']).catch(
      () => undefined,
    );
    if (version && VERSIONS.includes(version.stdout.trim())) return candidate;
  }
  throw new Error(`No Python ${VERSIONS.join(' or ')} was found. Install one, or put it on the PATH.`);
}

/** Pythons that pyenv has installed but not chosen. */
async function pyenvPythons(): Promise<string[]> {
  const root = await run('pyenv', ['root']).catch(() => undefined);
  if (!root) return [];
  const versions = join(root.stdout.trim(), 'versions');
  const wanted = (name: string) => VERSIONS.some((version) => name.startsWith(`${version}.`));
  return existsSync(versions)
    ? readdirSync(versions)
        .filter(wanted)
        .map((name) => join(versions, name, 'bin/python'))
    : [];
}

if (import.meta.main) {
  for (const requirements of [LIBRARIES, OLD_XGBOOST, XGBOOST_1_7_4, BOOK_READERS, NUMPY])
    console.log(`${requirements}: ${await prepare(requirements)}`);
}
