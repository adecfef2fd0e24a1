import type { CoreMemory } from '../core_memory.ts';
import type { Forest, LinearLeaves } from './forest.ts';
import { ForestBuilder } from './forest_builder.ts';
import { lightgbmObjective } from './lightgbm_objectives.ts';
import { LightgbmTrees, lineEnd } from './lightgbm_tree.ts';
import { MAX_FEATURES, MAX_LINE_BYTES, MAX_OUTPUTS, MAX_PARAMETERS, MAX_TREES } from './limits.ts';
import type { ModelBytes } from './model_bytes.ts';
import { corrupt, modelTooLarge, quotedName, unsupportedModel } from './refused.ts';

const VERSIONS = ['v2', 'v3', 'v4'];
const TREES_END = /^(end of trees|feature[ _]importances:)/;
const LONGEST_HEADING = 30;

/** Fewest bytes of a split and a leaf in a file of LightGBM. */
const BYTES_PER_SPLIT = 40;

/** Reads a LightGBM model text: a header, a block per tree, parameters. */
export function readLightgbm(memory: CoreMemory, file: ModelBytes): Forest {
  const { bytes } = file;
  const header = new Map<string, string>();
  const starts: number[] = [];
  const builder = new ForestBuilder(memory, bytes.length / BYTES_PER_SPLIT);
  const trees = new LightgbmTrees(memory, file, builder);
  let at = 0;
  let lines = 0;
  let ended = false;
  while (at < bytes.length && !ended) {
    if (++lines > MAX_PARAMETERS + 4 * MAX_TREES)
      throw modelTooLarge('строк вне деревьев', MAX_PARAMETERS + 4 * MAX_TREES);
    const end = lineEnd(bytes, at);
    const heading = file.text(at, Math.min(end, at + LONGEST_HEADING));
    ended = TREES_END.test(heading);
    if (ended) break;
    if (heading.startsWith('Tree=')) {
      if (Number(heading.slice(5)) !== starts.length) throw corrupt(`байт ${at} ожидалось дерево ${starts.length}`);
      starts.push(at);
      at = trees.read(end + 1, bytes.length);
    } else {
      if (starts.length === 0 && lines > MAX_PARAMETERS) throw modelTooLarge('строк в заголовке', MAX_PARAMETERS);
      if (starts.length === 0) addLine(header, lineText(file, at, end));
      else if (heading.trim() !== '') throw corrupt(`байт ${at} строка ${quotedName(heading)} между деревьями`);
      at = end + 1;
    }
  }
  if (!ended) throw corrupt('нет строки «end of trees»: файл обрывается');
  checkSizes(header, [...starts, at]);
  return forestOf(header, builder, trees.linear, pandasCategories(file));
}

function lineText(file: ModelBytes, at: number, end: number): string {
  if (end - at > MAX_LINE_BYTES) throw modelTooLarge('байт в строке заголовка', MAX_LINE_BYTES);
  return file.text(at, end);
}

function addLine(header: Map<string, string>, line: string): void {
  const equals = line.indexOf('=');
  if (equals < 0) header.set(line.trim(), '');
  else header.set(line.slice(0, equals), line.slice(equals + 1).trim());
}

/**
 * Checks `tree_sizes`, by which LightGBM finds its trees. If they are wrong, the file was changed
 * or truncated, and LightGBM refuses it too.
 */
function checkSizes(header: ReadonlyMap<string, string>, starts: readonly number[]): void {
  const line = header.get('tree_sizes');
  if (line === undefined) return;
  const sizes = line.split(/\s+/).filter(Boolean).map(Number);
  const trees = starts.length - 1;
  if (sizes.length !== trees) throw corrupt(`деревьев ${trees}, а размеров в tree_sizes ${sizes.length}`);
  const wrong = sizes.findIndex((size, tree) => (starts[tree] ?? 0) + size !== starts[tree + 1]);
  if (wrong >= 0) throw corrupt(`размер дерева ${wrong} не тот, что записан в tree_sizes`);
}

function forestOf(
  header: ReadonlyMap<string, string>,
  builder: ForestBuilder,
  linear: LinearLeaves | undefined,
  pandas: Forest['pandasCategories'],
): Forest {
  const version = header.get('version');
  if (version === undefined || !VERSIONS.includes(version)) {
    throw unsupportedModel(
      `версия формата LightGBM ${quotedName(version ?? 'не указана')}`,
      'Сохраните модель в LightGBM 2–4.',
    );
  }
  const grown = builder.finish();
  const features = integer(header, 'max_feature_idx') + 1;
  if (features > MAX_FEATURES) throw modelTooLarge('признаков', MAX_FEATURES);
  if (grown.features > features) throw corrupt(`признак ${grown.features - 1}, а признаков ${features}`);
  if (linear?.feature.some((feature) => feature >= features))
    throw corrupt('линейный лист ссылается на лишний признак');
  const names = (header.get('feature_names') ?? '').split(/\s+/).filter(Boolean);
  if (names.length > 0 && names.length !== features) throw corrupt('имён признаков не столько, сколько признаков');
  const outputs = integer(header, 'num_tree_per_iteration');
  if (outputs > MAX_OUTPUTS) throw modelTooLarge('выходов модели', MAX_OUTPUTS);
  if (outputs < 1 || grown.trees % outputs !== 0) throw corrupt('число деревьев не кратно num_tree_per_iteration');
  const { objective, link, parameter } = lightgbmObjective(header.get('objective'));
  return {
    family: 'lightgbm',
    ...grown,
    features,
    featureNames: names,
    outputs,
    base: new Float64Array(outputs),
    link,
    linkParameter: parameter,
    divisor: header.has('average_output') ? Math.max(1, grown.trees / outputs) : 1,
    objective,
    treeOutput: Int32Array.from({ length: grown.trees }, (_, tree) => tree % outputs),
    treeWeight: new Float32Array(grown.trees).fill(1),
    linear,
    pandasCategories: pandas,
  };
}

function integer(header: ReadonlyMap<string, string>, name: string): number {
  const text = header.get(name);
  const value = Number(text);
  if (!text || !Number.isInteger(value) || value < 0) throw corrupt(`${name} = ${quotedName(text ?? 'нет')}`);
  return value;
}

const PANDAS = 'pandas_categorical:';

/** The last line of a file from the Python package. */
function pandasCategories(file: ModelBytes): Forest['pandasCategories'] {
  const { bytes } = file;
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  const start = bytes.lastIndexOf(0x0a, end - 1) + 1;
  if (file.text(start, Math.min(end, start + PANDAS.length)) !== PANDAS) return [];
  const text = lineText(file, start + PANDAS.length, end);
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return [];
    if (Array.isArray(value) && value.every(Array.isArray)) return value;
  } catch {
    // Told below: what is not a list of lists is damaged, whatever the parser says.
  }
  throw corrupt('строка pandas_categorical записана неверно');
}
