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

/** Fewest bytes of a split and a leaf in a file of XGBoost. */
const BYTES_PER_SPLIT = 64;

const NOT_XGBOOST =
  'Это JSON, но не модель XGBoost: в нём нет раздела learner. Сохраните модель методом save_model(): XGBoost — в .json или .ubj, ' +
  'LightGBM — в .txt.';

/** The parameters of a document besides its trees. */
interface LearnerFields {
  booster: string | undefined;
  readonly version: ModelColumn;
  readonly treeInfo: ModelColumn;
  readonly weightDrop: ModelColumn;
  readonly learner: Map<string, string>;
  readonly objective: Map<string, string>;
  readonly model: Map<string, string>;
  readonly featureNames: string[];
}

/** Reads an XGBoost model. JSON and UBJSON are two encodings of the same document. */
export function readXgboost(memory: CoreMemory, document: ModelDocument, fileBytes: number): Forest {
  const builder = new ForestBuilder(memory, fileBytes / BYTES_PER_SPLIT);
  const trees = new XgboostTrees(memory, builder);
  const fields: LearnerFields = {
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
    if (key === 'learner') readLearner(document, fields, trees);
    else if (key === 'version' && document.next() === 'list') document.numbers(fields.version);
    else if (key === 'Model') document.object(root);
    else document.skip();
  };
  document.object(root);
  document.end();
  return forestOf(memory, builder, fields);
}

function readLearner(document: ModelDocument, fields: LearnerFields, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'gradient_booster') readBooster(document, fields, trees);
    else if (key === 'learner_model_param') document.texts(fields.learner);
    else if (key === 'feature_names') document.list(() => addName(fields.featureNames, document.text()));
    else if (key === 'objective') document.texts(fields.objective);
    else document.skip();
  });
}

function addName(names: string[], name: string): void {
  if (names.length >= MAX_FEATURES) throw modelTooLarge('признаков', MAX_FEATURES);
  names.push(name);
}

/**
 * Reads the booster. Depending on the version, the weights of DART are around `gbtree`, beside
 * `model` or within `model`.
 */
function readBooster(document: ModelDocument, fields: LearnerFields, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'name') fields.booster = document.text();
    else if (key === 'gbtree') readBooster(document, fields, trees);
    else if (key === 'weight_drop') document.numbers(fields.weightDrop);
    else if (key === 'model') readModel(document, fields, trees);
    else document.skip();
  });
}

function readModel(document: ModelDocument, fields: LearnerFields, trees: XgboostTrees): void {
  document.object((key) => {
    if (key === 'trees') document.list(() => trees.read(document));
    else if (key === 'tree_info') document.numbers(fields.treeInfo);
    else if (key === 'weight_drop') document.numbers(fields.weightDrop);
    else if (key === 'gbtree_model_param') document.texts(fields.model);
    else document.skip();
  });
}

function forestOf(memory: CoreMemory, builder: ForestBuilder, fields: LearnerFields): Forest {
  if (fields.learner.size === 0 && fields.booster === undefined) throw new ModelRefused(NOT_XGBOOST);
  const name = fields.booster;
  if (name !== 'gbtree' && name !== 'dart') throw noTrees(name);
  const { objective, rule } = objectiveOf(fields);
  const grown = builder.finish();
  const { trees } = grown;
  const stated = Number(fields.model.get('num_trees') ?? trees);
  if (trees !== stated) throw corrupt(`деревьев ${trees}, а заявлено ${stated}`);
  const treeOutput = Int32Array.from(fields.treeInfo.values());
  if (treeOutput.length !== trees) throw corrupt('tree_info не согласован с числом деревьев');
  const treeWeight = new Float32Array(trees).fill(1);
  const drops = fields.weightDrop.values();
  if (drops.length > 0 && drops.length !== trees) throw corrupt('весов weight_drop не столько, сколько деревьев');
  treeWeight.set(drops);
  const outputs = Math.max(1, count(fields, 'num_class'), count(fields, 'num_target'));
  if (outputs > MAX_OUTPUTS) throw modelTooLarge('выходов модели', MAX_OUTPUTS);
  if (treeOutput.some((output) => output < 0 || output >= outputs))
    throw corrupt('tree_info ссылается на лишний выход');
  const features = count(fields, 'num_feature') || grown.features;
  if (features > MAX_FEATURES) throw modelTooLarge('признаков', MAX_FEATURES);
  if (features === 0) throw corrupt('num_feature = 0');
  if (grown.features > features) throw corrupt(`признак ${grown.features - 1}, а признаков ${features}`);
  const names = fields.featureNames;
  if (names.length > 0 && names.length !== features) throw corrupt('имён признаков не столько, сколько признаков');
  return {
    family: 'xgboost',
    ...grown,
    features,
    featureNames: names,
    outputs,
    base: baseOf(memory, fields, outputs, rule),
    link: linkOf(objective, rule, fields, outputs),
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

function objectiveOf(fields: LearnerFields): { objective: string; rule: XgboostObjective } {
  const objective = fields.objective.get('name');
  if (objective === undefined) throw corrupt('нет имени целевой функции (objective)');
  const rule = Object.hasOwn(XGBOOST_OBJECTIVES, objective) ? XGBOOST_OBJECTIVES[objective] : undefined;
  if (rule) return { objective, rule };
  const next = 'Обучите модель с одной из известных функций, например reg:squarederror.';
  throw unsupportedModel(`целевая функция ${quotedName(objective)} XGBoost неизвестна`, next);
}

/**
 * The link of an objective. Since 3.4 XGBoost sorts several quantiles; a file is computed as by the
 * version that wrote it.
 */
function linkOf(
  objective: string,
  rule: XgboostObjective,
  { version }: LearnerFields,
  outputs: number,
): Forest['link'] {
  const sorted = version.count >= 2 && version.at(0) * 1000 + version.at(1) >= 3004;
  return objective === 'reg:quantileerror' && outputs > 1 && sorted ? Link.SORTED_F32 : rule.link;
}

function count({ learner }: LearnerFields, name: string): number {
  const value = Number(learner.get(name) ?? 0);
  if (!Number.isInteger(value) || value < 0) throw corrupt(`${name} = ${quotedName(learner.get(name) ?? '')}`);
  return value;
}

/**
 * Raw score of a row without trees: `base_score` is written "5E-1", or since 3.1 "[5E-1]" with a
 * number per output.
 */
function baseOf(memory: CoreMemory, fields: LearnerFields, outputs: number, { base }: XgboostObjective): Float64Array {
  const text = fields.learner.get('base_score');
  if (text === undefined) throw corrupt('нет base_score');
  const scores = text
    .replace(/^\s*[[(]|[\])]\s*$/g, '')
    .split(',')
    .map((number) => readF32(number.trim()) ?? Number.NaN);
  if (scores.some((score) => !Number.isFinite(score)) || (scores.length !== 1 && scores.length !== outputs)) {
    throw corrupt(`base_score = ${quotedName(text)}`);
  }
  const margin = (score: number): number => {
    if (base === 'logit') return memory.function('logit_f32')(clamp(score, fields));
    return base === 'log' ? memory.function('log_f32')(score) : score;
  };
  const margins = Float64Array.from({ length: outputs }, (_, output) => margin(scores[output] ?? scores[0] ?? 0));
  if (base !== 'expectiles') return margins;
  return margins.map((score, output) =>
    output === 0 ? score : memory.function('softplus_inverse_f32')(Math.fround(score - (margins[output - 1] ?? 0))),
  );
}

/** Since 3.0 a probability is kept off 0 and 1. */
function clamp(score: number, { version }: LearnerFields): number {
  if (version.count === 0 || version.at(0) < 3) return score;
  return Math.min(Math.max(score, Math.fround(1e-6)), Math.fround(1 - Math.fround(1e-6)));
}
