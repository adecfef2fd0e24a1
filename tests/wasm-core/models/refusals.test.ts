import { describe, expect, test } from 'vitest';
import { loadPredictor } from '#core/models/predictor.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { fixture, module } from './fixtures.ts';
import { bytes, json, LIGHTGBM_STUMP, lightgbm, STUMP, ubjson, xgboost } from './made_models.ts';

const deep = (open: string, close: string) => `${open.repeat(100_000)}${close.repeat(100_000)}`;

/** Files, and a word of the message that they are refused with. */
const REFUSED: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
  'an empty file': [bytes(' \n'), /пуст/],
  'an old binary model': [bytes('binf\0\0\0\0\0\0\0?'), /двоичный формат.*save_model/],
  'a gzip file': [Uint8Array.of(0x1f, 0x8b, 8, 0, 0), /сжат/],
  'a zip file': [bytes('PK\x03\x04zip'), /сжат/],
  'a pickle': [Uint8Array.of(0x80, 4, 0x95, 1), /pickle/],
  'a text dump of trees': [bytes('booster[0]:\n0:[f0<1] yes=1'), /dump/],
  'a JSON dump of trees': [bytes('[{"nodeid":0}]'), /dump/],
  'JSON that is no model': [json({ name: 'tree', version: 'v4', tree_info: [] }), /нет раздела learner/],
  'a linear booster': [json(xgboost({ place: () => ({ model: { weights: [1] }, name: 'gblinear' }) })), /gblinear/],
  'an unknown booster': [json(xgboost({ booster: { name: 'forest' } })), /«forest»/],
  'an unknown objective of XGBoost': [json(xgboost({ objective: 'reg:mine' })), /«reg:mine»/],
  'an unknown objective of LightGBM': [lightgbm(undefined, { objective: 'mine' }), /«mine»/],
  'a prototype’s name as objective': [json(xgboost({ objective: 'constructor' })), /«constructor»/],
  'leaves with several outputs': [
    json(xgboost({ trees: [{ ...STUMP, tree_param: { num_nodes: '3', size_leaf_vector: '2' } }] })),
    /multi_output_tree/,
  ],
  'a number of trees that is not there': [
    json(xgboost({ model: { gbtree_model_param: { num_trees: '2' } } })),
    /деревьев 1, а заявлено 2/,
  ],
  'tree_info of another length': [json(xgboost({ treeInfo: [0, 0] })), /tree_info/],
  'tree_info beyond the outputs': [json(xgboost({ treeInfo: [1] })), /tree_info/],
  'lists of nodes of different lengths': [
    json(xgboost({ trees: [{ ...STUMP, split_indices: [0, 0] }] })),
    /разной длины/,
  ],
  'a child beyond the tree': [json(xgboost({ trees: [{ ...STUMP, left_children: [3, -1, -1] }] })), /узел 3/],
  'a negative child': [json(xgboost({ trees: [{ ...STUMP, right_children: [-7, -1, -1] }] })), /узел -7/],
  'a cycle': [json(xgboost({ trees: [{ ...STUMP, left_children: [1, 0, -1], right_children: [2, 2, -1] }] })), /цикл/],
  'a node of two parents': [json(xgboost({ trees: [{ ...STUMP, right_children: [1, -1, -1] }] })), /цикл/],
  'a feature beyond the model': [json(xgboost({ trees: [{ ...STUMP, split_indices: [2, 0, 0] }] })), /признак 2/],
  'a negative feature': [json(xgboost({ trees: [{ ...STUMP, split_indices: [-1, 0, 0] }] })), /номер признака/],
  'a categorical split without its set': [json(xgboost({ trees: [{ ...STUMP, split_type: [1, 0, 0] }] })), /категорий/],
  'a number that is none': [bytes(JSON.stringify(xgboost()).replace('[0.5,1,2]', '[0.5,abc,2]')), /ожидалось число/],
  'base_score that is none': [json(xgboost({ baseScore: 'high' })), /base_score/],
  'base_score of too many outputs': [json(xgboost({ baseScore: '[1,2]' })), /base_score/],
  'huge counts': [json(xgboost({ learner: { num_class: '1000000000' } })), /велика/],
  'too many features': [json(xgboost({ learner: { num_feature: '65536' } })), /признаков/],
  'deep lists': [bytes(`{"x":${deep('[', ']')}}`), /вложен/],
  'deep objects': [bytes(`{"learner":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`), /вложен/],
  'deep UBJSON': [bytes(`{L\0\0\0\0\0\0\0\x01x${deep('[', ']')}}`), /вложен/],
  'an object of too many members': [bytes(`{${'"a":1,'.repeat(1001)}"b":1}`), /велика/],
  'a UBJSON list of too many elements': [bytes(`{L\0\0\0\0\0\0\0\x01x[${'T'.repeat(2 ** 21 + 1)}]}`), /велика/],
  'too many names of features': [bytes(`{"learner":{"feature_names":[${'"",'.repeat(65_536)}""]}}`), /признаков/],
  'too many numbers in a list': [
    bytes(JSON.stringify(xgboost()).replace('[0.5,1,2]', `[${'1,'.repeat(2 ** 21)}1]`)),
    /велика/,
  ],
  'a header of too many lines': [bytes(`tree\n${'a\n'.repeat(1001)}`), /строк в заголовке/],
  'a tree of too many lines': [
    bytes(new TextDecoder().decode(lightgbm()).replace('shrinkage', `${'a=1\n'.repeat(1001)}shrinkage`)),
    /строк в дереве/,
  ],
  'a file above 64 MB': [new Uint8Array(64 * 2 ** 20 + 1), /64/],
  'a string without an end': [bytes('{"learner": {"abc'), /обрывается|не закрыт/],
  'something behind the document': [bytes(`${JSON.stringify(xgboost())}{}`), /конец файла/],
  'a UBJSON count beyond the file': [
    Uint8Array.of(0x7b, 0x4c, 0, 0, 0, 0, 0, 0, 0, 1, 0x78, 0x5b, 0x24, 0x64, 0x23, 0x4c, 0x7f, 0, 0, 0, 0, 0, 0, 0),
    /обрывается/,
  ],
  'a UBJSON type that is no number': [bytes('{L\0\0\0\0\0\0\0\x01x[$Z#i\x01'), /число/],
  'a version of LightGBM to come': [lightgbm(undefined, { version: 'v9' }), /версия формата.*«v9»/],
  'a LightGBM file cut off': [lightgbm().subarray(0, -100), /дерево 0|обрывается/],
  'tree_sizes of another file': [lightgbm(undefined, { tree_sizes: '7' }), /tree_sizes/],
  'a LightGBM tree without its values': [lightgbm([{ ...LIGHTGBM_STUMP, leaf_value: '1' }]), /leaf_value/],
  'a LightGBM tree with a huge count': [lightgbm([{ ...LIGHTGBM_STUMP, num_leaves: '4000000000' }]), /велика/],
  'a LightGBM tree with too large a count': [lightgbm([{ ...LIGHTGBM_STUMP, num_leaves: '99999999999' }]), /число/],
  'a LightGBM cycle': [lightgbm([{ ...LIGHTGBM_STUMP, left_child: '0' }]), /цикл/],
  'a LightGBM leaf beyond the tree': [lightgbm([{ ...LIGHTGBM_STUMP, left_child: '-9' }]), /узел -9/],
  'a LightGBM category set that is not there': [lightgbm([{ ...LIGHTGBM_STUMP, decision_type: '1' }]), /категорий/],
  'LightGBM category sets out of their list': [
    lightgbm([{ ...LIGHTGBM_STUMP, decision_type: '1', num_cat: '1', cat_boundaries: '0 9', cat_threshold: '1' }]),
    /cat_boundaries/,
  ],
  'linear leaves that lack terms': [
    lightgbm([
      {
        ...LIGHTGBM_STUMP,
        is_linear: '1',
        leaf_const: '1 2',
        num_features: '1 1',
        leaf_features: '0',
        leaf_coeff: '1',
      },
    ]),
    /num_features/,
  ],
  'a linear leaf of a feature beyond the model': [
    lightgbm([
      {
        ...LIGHTGBM_STUMP,
        is_linear: '1',
        leaf_const: '1 2',
        num_features: '1 0',
        leaf_features: '5',
        leaf_coeff: '1',
      },
    ]),
    /лишний признак/,
  ],
  'pandas_categorical that is none': [
    lightgbm(undefined, {}, 'end of trees\n\npandas_categorical:[[\n'),
    /pandas_categorical/,
  ],
};

describe('a model file is refused in Russian with the cause:', () => {
  test.each(Object.entries(REFUSED))('%s', async (_, [file, message]) => {
    const refused = await loadPredictor(module, file).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ModelRefused);
    expect((refused as ModelRefused).message).toMatch(message);
    expect((refused as ModelRefused).message).toMatch(/^[А-ЯA-Z].*\.$/s);
  });

  test.each(['models/xgb_dart60.json', 'models/xgb_dart60.ubj', 'models/lgb_rf40.txt'])(
    '%s truncated at any byte',
    async (path) => {
      const whole = fixture(path);
      // Beyond the trees a LightGBM text holds notes only.
      const needed = path.endsWith('.txt') ? new TextDecoder().decode(whole).indexOf('end of trees') : whole.length - 1;
      for (let at = 1; at < needed; at += 3989) {
        await expect(loadPredictor(module, whole.subarray(0, at))).rejects.toThrow(ModelRefused);
      }
    },
  );
});

test('the unmodified models of these tests are read', async () => {
  for (const file of [json(xgboost()), ubjson(xgboost()), lightgbm()]) {
    const predictor = await loadPredictor(module, file);
    expect([...predictor.predict(Float64Array.of(0.25, 0, 0.75, 0, Number.NaN, 0))]).toEqual([1, 2, 1]);
  }
});
