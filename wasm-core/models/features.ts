import { ModelRefused, quotedName } from './refused.ts';

/**
 * Names that the libraries generate for training data without names: f0, f1 … and Column_0,
 * Column_1 …
 */
const INVENTED = [/^f(\d+)$/, /^Column_(\d+)$/];

/** The column of the table for each feature of a model, in the order of the features. */
export interface FeatureMapping {
  readonly columns: readonly string[];
  /**
   * Whether the file has no feature names, so that features are the table's columns in their order.
   */
  readonly isByOrder: boolean;
}

/**
 * Finds the column of each feature: from `given` (a column per feature), by name («X_1» and
 * Cyrillic «х1» are x1), or by order, if the file has no names and as many features as there are
 * columns. Throws ModelRefused, which names the unknown feature and what to pass.
 */
export function mapFeatures(
  model: { readonly features: number; readonly featureNames: readonly string[] },
  columns: readonly string[],
  given?: readonly string[],
): FeatureMapping {
  if (given) return { columns: mapGiven(model.features, columns, given), isByOrder: false };
  if (isNameless(model.featureNames)) {
    if (model.features === columns.length) return { columns: [...columns], isByOrder: true };
    throw new ModelRefused(
      `В файле модели нет имён признаков, а признаков в ней ${model.features}. ${askForList(columns, model.features)}`,
    );
  }
  return { columns: mapNames(model.featureNames, columns, model.featureNames.length), isByOrder: false };
}

function isNameless(names: readonly string[]): boolean {
  return INVENTED.some((pattern) => names.every((name, place) => pattern.exec(name)?.[1] === String(place)));
}

function mapGiven(features: number, columns: readonly string[], given: readonly string[]): string[] {
  if (given.length === features) return mapNames(given, columns, features);
  throw new ModelRefused(
    `В списке features столбцов ${given.length}, а признаков в модели ${features}. ${askForList(columns, features)}`,
  );
}

function mapNames(names: readonly string[], columns: readonly string[], features: number): string[] {
  const byKey = new Map(columns.map((column) => [keyOf(column), column]));
  const unknown = names.filter((name) => !byKey.has(keyOf(name)));
  if (unknown.length > 0) {
    const list = unknown.slice(0, 10).map(quotedName).join(', ');
    const more = unknown.length > 10 ? ` и ещё ${unknown.length - 10}` : '';
    throw new ModelRefused(`Неизвестные признаки модели: ${list}${more}. ${askForList(columns, features)}`);
  }
  const found = names.map((name) => byKey.get(keyOf(name)) ?? '');
  const twice = found.find((column, place) => found.indexOf(column) !== place);
  if (twice === undefined) return found;
  throw new ModelRefused(`Столбец ${twice} назначен двум признакам модели. ${askForList(columns, features)}`);
}

/** Comparison key of a name: any case, «х» of either alphabet, without punctuation. */
function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('х', 'x')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function askForList(columns: readonly string[], features: number): string {
  const example = JSON.stringify(columns.slice(0, Math.min(features, columns.length)));
  return `Известны столбцы ${columns.join(', ')}. Передайте поле features — столбцы в порядке признаков модели, например ${example}.`;
}
