import type { CoreMemory } from '../core_memory.ts';
import { Element, ModelColumn } from './column.ts';
import type { ModelDocument } from './document.ts';
import { readF32 } from './exact_number.ts';
import { type Forest, Link } from './forest.ts';
import { ForestBuilder } from './forest_builder.ts';
import { MAX_FEATURES, MAX_OUTPUTS } from './limits.ts';
import { corrupt, ModelRefused, modelTooLarge, quotedName, unsupportedModel } from './refused.ts';
import { XGBOOST_OBJECTIVES, type XgboostObjective } from './xgboost_objectives.ts';
import { XgboostTrees } from './xgboost_tree.ts';

/** Bytes that a split and a leaf take in a file, at least, as XGBoost writes it. */
const BYTES_PER_SPLIT = 64;

const NOT_XGBOOST =
  'Это JSON, но не модель XGBoost: в нём нет раздела learner. Сохраните модель методом save_model(): XGBoost — в .json или .ubj, ' +
  'LightGBM — в .txt.';

/** What stands in a document beside the trees. */
interface Found {
  booster: string | undefined;
  readonly version: ModelColumn;
  readonly treeInfo: ModelColumn;
  readonly weightDrop: ModelColumn;
  readonly learner: Map<string, string>;
  readonly objective: Map<string, string>;
  readonly model: Map<string, string>;
  readonly featureNames: string[];
}

/** Reads an XGBoost model. JSON and UBJSON are two writings of one document. */
export function readXgboost(memory: CoreMemory, document: ModelDocument, fileBytes: number): Forest {
  const builder = new ForestBuilder(memory, fileBytes / BYTES_PER_SPLIT);
  const trees = new XgboostTrees(memory, builder);
  const found: Found = {
    booster: undefined,
    version: new ModelColumn(memory, Element.I32),
    treeInfo: new ModelColumn(memory, Element.I32),
    weightDrop: new ModelColumn(memory, Element.F32),
    learner: new Map(),
    objective: new Map(),
    model: new Map(),
    featureNames: [],
  };
  const root = (key: string): void => {
    if (key === 'learner') readLearner(document, found, trees);
    else if (key === 'version' && document.next() === 'list') document.numbers(found.version);
    else if (key === 'Model') document.object(root);
    else document.skip();
  };
  document.object(root);
  document.end();
  return forestOf(memory, builder, found);
}

function readLearner(document: ModelDocument, found: Found, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'gradient_booster') readBooster(document, found, trees);
    else if (key === 'learner_model_param') document.texts(found.learner);
    else if (key === 'feature_names') document.list(() => addName(found.featureNames, document.text()));
    else if (key === 'objective') document.texts(found.objective);
    else document.skip();
  });
}

function addName(names: string[], name: string): void {
  if (names.length >= MAX_FEATURES) throw modelTooLarge('признаков', MAX_FEATURES);
  names.push(name);
}

/**
 * DART has its weights in one of three places: here around `gbtree`, here beside `model`, or within
 * `model`.
 */
function readBooster(document: ModelDocument, found: Found, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'name') found.booster = document.text();
    else if (key === 'gbtree') readBooster(document, found, trees);
    else if (key === 'weight_drop') document.numbers(found.weightDrop);
    else if (key === 'model') readModel(document, found, trees);
    else document.skip();
  });
}

function readModel(document: ModelDocument, found: Found, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'trees') document.list(() => trees.read(document));
    else if (key === 'tree_info') document.numbers(found.treeInfo);
    else if (key === 'weight_drop') document.numbers(found.weightDrop);
    else if (key === 'gbtree_model_param') document.texts(found.model);
    else document.skip();
  });
}

function forestOf(memory: CoreMemory, builder: ForestBuilder, found: Found): Forest {
  if (found.learner.size === 0 && found.booster === undefined) throw new ModelRefused(NOT_XGBOOST);
  const name = found.booster;
  if (name !== 'gbtree' && name !== 'dart') throw noTrees(name);
  const { objective, rule } = objectiveOf(found);
  const grown = builder.finish();
  const { trees } = grown;
  const stated = Number(found.model.get('num_trees') ?? trees);
  if (trees !== stated) throw corrupt(`деревьев ${trees}, а заявлено ${stated}`);
  const treeOutput = Int32Array.from(found.treeInfo.values());
  if (treeOutput.length !== trees) throw corrupt('tree_info не согласован с числом деревьев');
  const treeWeight = new Float32Array(trees).fill(1);
  const drops = found.weightDrop.values();
  if (drops.length > 0 && drops.length !== trees) throw corrupt('весов weight_drop не столько, сколько деревьев');
  treeWeight.set(drops);
  const outputs = Math.max(1, count(found, 'num_class'), count(found, 'num_target'));
  if (outputs > MAX_OUTPUTS) throw modelTooLarge('выходов модели', MAX_OUTPUTS);
  if (treeOutput.some((output) => output < 0 || output >= outputs))
    throw corrupt('tree_info ссылается на лишний выход');
  const features = count(found, 'num_feature') || grown.features;
  if (features > MAX_FEATURES) throw modelTooLarge('признаков', MAX_FEATURES);
  if (features === 0) throw corrupt('num_feature = 0');
  if (grown.features > features) throw corrupt(`признак ${grown.features - 1}, а признаков ${features}`);
  const names = found.featureNames;
  if (names.length > 0 && names.length !== features) throw corrupt('имён признаков не столько, сколько признаков');
  return {
    family: 'xgboost',
    ...grown,
    features,
    featureNames: names,
    outputs,
    base: baseOf(memory, found, outputs, rule),
    link: linkOf(objective, rule, found, outputs),
    linkParameter: 1,
    divisor: 1,
    objective,
    treeOutput,
    treeWeight,
    linear: undefined,
    pandasCategories: [],
  };
}

function noTrees(booster: string | undefined): Error {
  if (booster === 'gblinear')
    return unsupportedModel(
      'линейный бустер gblinear: в нём нет деревьев',
      'Обучите модель с booster=gbtree или dart.',
    );
  return corrupt(booster === undefined ? 'нет раздела gradient_booster' : `неизвестный бустер ${quotedName(booster)}`);
}

function objectiveOf(found: Found): { objective: string; rule: XgboostObjective } {
  const objective = found.objective.get('name');
  if (objective === undefined) throw corrupt('нет имени целевой функции (objective)');
  const rule = Object.hasOwn(XGBOOST_OBJECTIVES, objective) ? XGBOOST_OBJECTIVES[objective] : undefined;
  if (rule) return { objective, rule };
  const next = 'Обучите модель с одной из известных функций, например reg:squarederror.';
  throw unsupportedModel(`целевая функция ${quotedName(objective)} XGBoost неизвестна`, next);
}

/**
 * As specified: since 3.4 several quantiles come out ascending; a file is computed as by the
 * version that wrote it.
 */
function linkOf(objective: string, rule: XgboostObjective, { version }: Found, outputs: number): Forest['link'] {
  const sorted = version.count >= 2 && version.at(0) * 1000 + version.at(1) >= 3004;
  return objective === 'reg:quantileerror' && outputs > 1 && sorted ? Link.SORTED_F32 : rule.link;
}

function count({ learner }: Found, name: string): number {
  const value = Number(learner.get(name) ?? 0);
  if (!Number.isInteger(value) || value < 0) throw corrupt(`${name} = ${quotedName(learner.get(name) ?? '')}`);
  return value;
}

/**
 * Raw score of a row without trees: `base_score` is written "5E-1", or since 3.1 "[5E-1]" with a
 * number per output.
 */
function baseOf(memory: CoreMemory, found: Found, outputs: number, { base }: XgboostObjective): Float64Array {
  const text = found.learner.get('base_score');
  if (text === undefined) throw corrupt('нет base_score');
  const scores = text
    .replace(/^\s*[[(]|[\])]\s*$/g, '')
    .split(',')
    .map((number) => readF32(number.trim()) ?? Number.NaN);
  if (scores.some((score) => !Number.isFinite(score)) || (scores.length !== 1 && scores.length !== outputs)) {
    throw corrupt(`base_score = ${quotedName(text)}`);
  }
  const margin = (score: number): number => {
    if (base === 'logit') return memory.function('logit_f32')(clamp(score, found));
    return base === 'log' ? memory.function('log_f32')(score) : score;
  };
  const margins = Float64Array.from({ length: outputs }, (_, output) => margin(scores[output] ?? scores[0] ?? 0));
  if (base !== 'expectiles') return margins;
  return margins.map((score, output) =>
    output === 0 ? score : memory.function('softplus_inverse_f32')(Math.fround(score - (margins[output - 1] ?? 0))),
  );
}

/** Since 3.0 a probability is kept off 0 and 1. */
function clamp(score: number, { version }: Found): number {
  if (version.count === 0 || version.at(0) < 3) return score;
  return Math.min(Math.max(score, Math.fround(1e-6)), Math.fround(1 - Math.fround(1e-6)));
}
