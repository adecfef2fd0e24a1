import { describe, expect, test } from 'vitest';
import { loadPredictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { randomFrom } from '../calculations/random.ts';
import { module } from './fixtures.ts';
import { bytes, json, LIGHTGBM_STUMP, lightgbm, STUMP, ubjson, xgboost } from './made_models.ts';

const NaN_ = Number.NaN;

/** A number as a file may write it: any bits, 17 digits, or digits and an exponent at random. */
function decimal(random: () => number): string {
  const bits = new Uint32Array([random() * 2 ** 32, random() * 2 ** 32]);
  const value = new Float64Array(bits.buffer)[0] ?? 0;
  if (random() < 0.2 && Number.isFinite(value)) return String(value);
  if (random() < 0.5) return ((random() - 0.5) * 10 ** Math.floor(random() * 12 - 6)).toPrecision(17);
  const digits = Array.from({ length: 1 + Math.floor(random() * 25) }, () => Math.floor(random() * 10)).join('');
  return `${digits.slice(0, 3)}.${digits.slice(3)}e${Math.floor(random() * 120 - 60)}`;
}

/** Raw scores, or outputs, of rows of two features. */
async function answers(file: Uint8Array, rows: readonly number[], raw = false): Promise<number[]> {
  const predictor = await loadPredictor(module, file);
  return [...predictor.predict(Float64Array.from(rows), { raw })];
}

const BOTH: readonly (readonly [string, (document: unknown) => Uint8Array])[] = [
  ['JSON', json],
  ['UBJSON', ubjson],
];

describe.each(BOTH)('XGBoost %s', (_, write) => {
  test('a split compares by < in f32: a value that rounds to the threshold goes right', async () => {
    const below = 0.5 - 2 ** -40;
    expect(await answers(write(xgboost()), [0.5, 0, below, 0, 0.4999999, 0])).toEqual([2, 2, 1]);
  });

  test('a missing value takes the default direction, written as true/false or 1/0', async () => {
    const right = write(xgboost({ trees: [{ ...STUMP, default_left: [false, false, false] }] }));
    const left = write(xgboost({ trees: [{ ...STUMP, default_left: [true, false, false] }] }));
    expect(await answers(right, [NaN_, 0])).toEqual([2]);
    expect(await answers(left, [NaN_, 0])).toEqual([1]);
  });

  test('deleted nodes are skipped, whatever they contain', async () => {
    const tree = {
      ...STUMP,
      default_left: [1, 0, 0, 0, 0],
      left_children: [1, -1, -1, 77, -1],
      right_children: [2, -1, -1, 99, -1],
      split_conditions: [0.5, 1, 2, 3, 4],
      split_indices: [0, 0, 0, 50_000, 0],
      split_type: [0, 0, 0, 0, 0],
      sum_hessian: [10, 4, 6, 0, 0],
      tree_param: { num_deleted: '2', num_nodes: '5', size_leaf_vector: '0' },
    };
    expect(await answers(write(xgboost({ trees: [tree] })), [0, 0, 1, 0])).toEqual([1, 2]);
  });

  test('a tree of one leaf is read', async () => {
    const leaf = {
      ...{ left_children: [-1], right_children: [-1], split_indices: [0], split_conditions: [0.75], default_left: [0] },
      ...{ sum_hessian: [5], split_type: [0], tree_param: { num_nodes: '1' } },
    };
    expect(await answers(write(xgboost({ trees: [leaf, STUMP] })), [0, 0])).toEqual([1.75]);
  });

  test('DART weights are read from each of their three locations', async () => {
    const places = [
      (model: unknown) => ({ gbtree: { model, name: 'gbtree' }, name: 'dart', weight_drop: [0.25] }),
      (model: unknown) => ({ model, name: 'gbtree', weight_drop: [0.25] }),
      (model: unknown) => ({ model: { ...(model as object), weight_drop: [0.25] }, name: 'gbtree' }),
    ];
    for (const place of places) expect(await answers(write(xgboost({ place })), [0, 0, 1, 0])).toEqual([0.25, 0.5]);
  });

  test.each(['5E-1', '0.5', '[5E-1]', '(5E-1)', '[5E-1,5E-1]'])(
    'base_score %s is converted to a raw score',
    async (baseScore) => {
      const outputs = baseScore.includes(',') ? 2 : 1;
      const learner = { num_target: String(outputs) };
      const file = write(xgboost({ baseScore, learner }));
      expect(await answers(file, [0, 0])).toEqual(outputs === 2 ? [1.5, 0.5] : [1.5]);
    },
  );

  test('trees add to the output of tree_info, each with its base score', async () => {
    const learner = { num_class: '0', num_target: '2' };
    const file = write(xgboost({ trees: [STUMP, STUMP, STUMP], treeInfo: [0, 1, 1], baseScore: '[1E1,2E1]', learner }));
    expect(await answers(file, [0, 0])).toEqual([11, 22]);
  });

  test('categories of the set go right, all others left, missing ones by default', async () => {
    const tree = {
      ...STUMP,
      split_type: [1, 0, 0],
      default_left: [0, 0, 0],
      categories: [1, 40],
      categories_nodes: [0],
      categories_segments: [0],
      categories_sizes: [2],
    };
    const rows = [1, 40, 40.9, 0, 2, 41, 1000, -1, -0.5, 16777216, Infinity, -Infinity, NaN_].flatMap((x) => [x, 0]);
    expect(await answers(write(xgboost({ trees: [tree] })), rows)).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  test('the base score of a probability is its logit, of a positive value its logarithm', async () => {
    const half = await answers(write(xgboost({ objective: 'reg:logistic', baseScore: '5E-1' })), [0, 0], true);
    expect(half).toEqual([1]);
    const gamma = await answers(write(xgboost({ objective: 'reg:gamma', baseScore: '1E0' })), [0, 0]);
    expect(gamma).toEqual([Math.fround(Math.E)]);
  });

  test('several quantiles are sorted from version 3.4 on', async () => {
    const parts = { trees: [STUMP], objective: 'reg:quantileerror', learner: { num_target: '2' } };
    expect(await answers(write(xgboost({ ...parts, version: [2, 1, 0] })), [0, 0])).toEqual([1, 0]);
    expect(await answers(write(xgboost({ ...parts, version: [3, 4, 0] })), [0, 0])).toEqual([0, 1]);
  });

  test('classes are predicted as the index of the largest output or as probabilities', async () => {
    const parts = { treeInfo: [1], learner: { num_class: '3' } };
    expect(await answers(write(xgboost({ ...parts, objective: 'multi:softmax' })), [0, 0, 1, 0])).toEqual([1, 1]);
    const shares = await answers(write(xgboost({ ...parts, objective: 'multi:softprob' })), [0, 0]);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 6);
  });
});

describe('numbers of JSON', () => {
  const leafOf = async (text: string) => {
    const file = bytes(JSON.stringify(xgboost()).replace('[0.5,1,2]', `[0.5,${text},2]`));
    return (await readModel(module, file)).leafValue[0];
  };

  test('are rounded once, to f32', async () => {
    const bits = (value = NaN_) => new Uint32Array(Float32Array.of(value).buffer)[0];
    // Through f64 this one becomes 0x15ae43fe.
    expect(bits(await leafOf('7.038531e-26'))).toBe(0x15ae43fd);
    expect(bits(await leafOf('-7.038531E-26'))).toBe(0x95ae43fd);
    // Between two f32: the tail decides; exactly between, the even one.
    expect(await leafOf('1.000000059604644775390625')).toBe(1);
    expect(await leafOf('1.0000000596046447753906250000000000000000001')).toBe(1 + 2 ** -23);
    expect(await leafOf('1.0000000596046447')).toBe(1);
  });

  test.each([
    '0',
    '-0',
    '1e-45',
    '1.1754942E-38',
    '1e-60',
    '3.4028235e38',
    '1e39',
    '123456789',
    '0.1',
    '5.672E-1',
    '1E+5',
  ])('%s as f32', async (text) => {
    expect(await leafOf(text)).toBe(Math.fround(Number(text)));
  });

  test('bare NaN and Infinity are read', async () => {
    expect(await leafOf('NaN')).toBeNaN();
    expect(await leafOf('Infinity')).toBe(Infinity);
    expect(await leafOf('-Infinity')).toBe(-Infinity);
  });

  test('white space, order of keys and unknown keys have no effect', async () => {
    const turned = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries([
            ['new "key" \\ и', [{}, ']', null]],
            ...Object.entries(value)
              .map(([k, v]) => [k, turned(v)])
              .reverse(),
          ])
        : Array.isArray(value)
          ? value.map(turned)
          : value;
    const document = xgboost() as { learner: { objective: unknown } };
    const text = JSON.stringify(turned(document), null, '\t').replaceAll('\n', '\r\n ');
    expect(await answers(bytes(text), [0, 0, 1, 0, NaN_, 0])).toEqual([1, 2, 1]);
  });
});

describe('LightGBM text', () => {
  const stump = (lines: Readonly<Record<string, string>>) => lightgbm([{ ...LIGHTGBM_STUMP, ...lines }]);

  test('a split compares by <= in f64', async () => {
    expect(await answers(stump({}), [0.5, 0, 0.5 + 2 ** -53, 0])).toEqual([1, 2]);
  });

  test('an infinite threshold separates NaN from all other values', async () => {
    // Missing type NaN, default right.
    const file = stump({ threshold: 'inf', decision_type: '8' });
    expect(await answers(file, [1e300, 0, Infinity, 0, -Infinity, 0, NaN_, 0])).toEqual([1, 1, 1, 2]);
    expect(await answers(stump({ threshold: '-inf', decision_type: '8' }), [-Infinity, 0, 0, 0])).toEqual([1, 2]);
    expect(await answers(stump({ threshold: 'nan', decision_type: '8' }), [-Infinity, 0, 0, 0])).toEqual([2, 2]);
  });

  test.each([
    ['none', '2', [1, 1, 1, 2]],
    ['none, default right', '0', [1, 1, 1, 2]],
    ['zero, default left', '6', [1, 1, 1, 2]],
    ['zero, default right', '4', [2, 2, 2, 2]],
    ['NaN, default left', '10', [1, 1, 1, 2]],
    ['NaN, default right', '8', [2, 1, 1, 2]],
  ] as const)('the missing type %s is respected', async (_, decision_type, expected) => {
    expect(await answers(stump({ decision_type }), [NaN_, 0, 0, 0, -1e-36, 0, 0.7, 0])).toEqual(expected);
  });

  test('zero means |x| <= the f32 1e-35', async () => {
    const edge = Math.fround(1e-35);
    const file = stump({ decision_type: '4', threshold: '-1' });
    const over = edge * (1 + 2 ** -52);
    expect(await answers(stump({ decision_type: '4' }), [edge, 0, over, 0, -edge, 0, -over, 0])).toEqual([2, 1, 2, 1]);
    expect(await answers(file, [0, 0])).toEqual([2]);
  });

  test('categories of the set go left; NaN, negative and unknown ones right', async () => {
    const file = stump({
      decision_type: '1',
      threshold: '0',
      num_cat: '1',
      cat_boundaries: '0 2',
      cat_threshold: '2147483649 1',
    });
    const rows = [0, 31, 32, 0.9, -0.5, 1, 33, 64, -1, 1e10, Infinity, NaN_].flatMap((x) => [x, 0]);
    expect(await answers(file, rows)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
  });

  test('a linear leaf adds its terms, or returns its value if one is NaN', async () => {
    const file = stump({
      ...{ is_linear: '1', leaf_const: '10 20', num_features: '2 0' },
      ...{ leaf_features: '0 1 ', leaf_coeff: '2 3 ' },
    });
    expect(await answers(file, [0.25, 4, 0.25, NaN_, 0.75, 4])).toEqual([22.5, 1, 20]);
  });

  test('trees with and without linear leaves are read together', async () => {
    const linear = { is_linear: '1', leaf_const: '10 20', num_features: '1 0', leaf_features: '1', leaf_coeff: '3' };
    const file = lightgbm([LIGHTGBM_STUMP, { ...LIGHTGBM_STUMP, ...linear }, LIGHTGBM_STUMP]);
    expect(await answers(file, [0, 5, 1, 5])).toEqual([27, 24]);
  });

  test('a tree of one leaf is read', async () => {
    expect(
      await answers(lightgbm([{ num_leaves: '1', num_cat: '0', leaf_value: '0.5' }, LIGHTGBM_STUMP]), [0, 0]),
    ).toEqual([1.5]);
  });

  test('an averaged forest divides outputs, not raw scores', async () => {
    const file = lightgbm([LIGHTGBM_STUMP, LIGHTGBM_STUMP], { average_output: '' });
    expect(await answers(file, [0, 0])).toEqual([1]);
    expect(await answers(file, [0, 0], true)).toEqual([2]);
  });

  test.each([
    ['regression', 2],
    ['regression sqrt', 4],
    ['regression_l1', 2],
    ['huber', 2],
    ['fair', 2],
    ['quantile', 2],
    ['mape', 2],
    ['poisson', Math.exp(2)],
    ['gamma', Math.exp(2)],
    ['tweedie tweedie_variance_power:1.5', Math.exp(2)],
    ['cross_entropy', 1 / (1 + Math.exp(-2))],
    ['cross_entropy_lambda', Math.log1p(Math.exp(2))],
    ['binary sigmoid:0.5', 1 / (1 + Math.exp(-1))],
    [undefined, 2],
  ])('objective=%s is transformed as in LightGBM', async (objective, expected) => {
    const [output] = await answers(lightgbm(undefined, { objective }), [1, 0]);
    expect(output).toBeCloseTo(expected, 14);
  });

  test('trees of several outputs alternate, and probabilities add up to 1', async () => {
    const trees = [LIGHTGBM_STUMP, LIGHTGBM_STUMP, { ...LIGHTGBM_STUMP, leaf_value: '5 7' }];
    const header = { objective: 'multiclass num_class:3', num_class: '3', num_tree_per_iteration: '3' };
    expect(await answers(lightgbm(trees, header), [0, 0], true)).toEqual([1, 1, 5]);
    const shares = await answers(lightgbm(trees, header), [0, 0]);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 14);
  });

  test.each(['v2', 'v3', 'v4'])('version %s is read without tree_sizes', async (version) => {
    expect(await answers(lightgbm(undefined, { version, tree_sizes: undefined }), [0, 0])).toEqual([1]);
  });

  test('Windows line ends are read', async () => {
    const text = new TextDecoder().decode(lightgbm(undefined, { tree_sizes: undefined })).replaceAll('\n', '\r\n');
    expect(await answers(bytes(text), [0, 0, 1, 0])).toEqual([1, 2]);
  });

  test('numbers are rounded once to f64', async () => {
    for (const text of [
      '0.1',
      '1.0000000180025095e-35',
      '-0.012345678901234567',
      '9007199254740993',
      '2.2250738585072011e-308',
      '1e23',
      '123456789012345678901234567890e-20',
    ]) {
      const forest = await readModel(module, stump({ leaf_value: `${text} 2` }));
      expect(forest.leafValue[0]).toBe(Number(text));
    }
  });

  test('numbers of any size and length are read as JavaScript reads them', async () => {
    const random = randomFrom('numbers of a model');
    const texts = Array.from({ length: 20_000 }, () => decimal(random));
    const chain = Array.from({ length: texts.length - 1 }, (_, split) => split);
    const file = stump({
      ...{ num_leaves: String(texts.length), leaf_value: texts.join(' '), leaf_count: '', internal_count: '' },
      split_feature: chain.map(() => 0).join(' '),
      threshold: chain.join(' '),
      decision_type: chain.map(() => 2).join(' '),
      left_child: chain.map((split) => ~split).join(' '),
      right_child: chain.map((split) => (split + 1 < chain.length ? split + 1 : ~chain.length)).join(' '),
    });
    const { leafValue } = await readModel(module, file);
    expect([...leafValue]).toEqual(texts.map(Number));
  });

  test('categories of a data frame are kept', async () => {
    const file = lightgbm(undefined, {}, 'end of trees\n\npandas_categorical:[["лава 1", "лава 2"], [1, 2]]\n');
    expect((await loadPredictor(module, file)).info.pandasCategories).toEqual([
      ['лава 1', 'лава 2'],
      [1, 2],
    ]);
  });
});
