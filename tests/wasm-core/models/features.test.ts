import { describe, expect, test } from 'vitest';
import { mapFeatures } from '#core/models/features.ts';

const COLUMNS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];

const map = (featureNames: readonly string[], given?: readonly string[], features = featureNames.length) =>
  mapFeatures({ features, featureNames }, COLUMNS, given);

describe('features of a model find their columns', () => {
  test.each([
    ['as they are called', COLUMNS, COLUMNS],
    ['in any order', ['x15', 'x1'], ['x15', 'x1']],
    ['fewer than there are columns', ['x7'], ['x7']],
    ['in capitals, with signs, in Cyrillic', ['X_1', 'х2', 'x-7', ' Х 8', 'x.12'], ['x1', 'x2', 'x7', 'x8', 'x12']],
    ['in full-width letters', ['ｘ１'], ['x1']],
  ])('%s', (_, names, columns) => {
    expect(map(names)).toEqual({ columns, isByOrder: false });
  });

  test.each([
    ['none', []],
    ['of XGBoost', ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6']],
    ['of LightGBM', [0, 1, 2, 3, 4, 5, 6].map((place) => `Column_${place}`)],
  ])('by their order where the names are the library’s own: %s', (_, names) => {
    expect(map(names, undefined, 7)).toEqual({ columns: COLUMNS, isByOrder: true });
  });

  test('as they are given, whatever they are called', () => {
    const given = ['x15', 'х13', 'X_12'];
    expect(map(['f0', 'f1', 'f2'], given)).toEqual({ columns: ['x15', 'x13', 'x12'], isByOrder: false });
    expect(map(['a', 'b', 'c'], given).columns).toEqual(['x15', 'x13', 'x12']);
  });
});

describe('features without a column are refused; what is known and what to pass is said:', () => {
  test.each([
    [
      'unknown names',
      () => map(['x1', 'газ', 'x99']),
      /Неизвестные признаки модели: «газ», «x99»\. Известны столбцы x1, x2/,
    ],
    ['very many', () => map(Array.from({ length: 500 }, (_, i) => `v${i}`)), /«v9» и ещё 490\./],
    ['no names and another number', () => map([], undefined, 6), /нет имён признаков, а признаков в ней 6/],
    ['library names in another order', () => map(['f1', 'f0', 'f2', 'f3', 'f4', 'f5', 'f6']), /«f1»/],
    ['two for one column', () => map(['x1', 'X-1']), /x1 назначен двум/],
    ['too short a list', () => map(['a', 'b'], ['x1']), /столбцов 1, а признаков в модели 2/],
    ['a list of others', () => map(['a'], ['y']), /«y»/],
    ['names of no meaning', () => map(['__proto__', 'constructor']), /«__proto__», «constructor»/],
  ])('%s', (_, run, message) => {
    expect(run).toThrow(message);
    expect(run).toThrow(/Передайте поле features — столбцы в порядке признаков/);
  });
});
