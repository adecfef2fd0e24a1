import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { parseDecimal } from '#core/contract/decimal.ts';
import { MAX_FOLDS } from '#core/training/folds.ts';
import { checkOptions, DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { repeatedFlag } from './run_command.ts';

export const TRAIN_USAGE = `Запуск: npm run train -- --data ФАЙЛ.csv --target ЦЕЛЬ --features А,Б,В [--change СТОЛБЕЦ] --out МОДЕЛЬ.json
    [--trees N --depth D --eta E --lambda L --min-child-weight W --seed S | --search] [--folds K --gap G]
  --data       таблица .csv или .xlsx, строки по порядку времени
  --target     столбец, который предсказывает модель
  --features   столбцы-признаки через запятую; СТОЛБЕЦ:lag3 — значение тремя строками раньше, СТОЛБЕЦ:mean7 — среднее последних
               семи строк вместе с самой строкой; npm run predict найдёт столбцы по именам и вычислит лаги и средние так же
  --change     столбец с текущим значением цели: модель предсказывает изменение от него (прогноз = текущее значение + ответ модели)
  --out        файл модели XGBoost (JSON)
  --trees, --depth, --eta, --lambda, --min-child-weight, --seed
               число деревьев (${DEFAULT_OPTIONS.trees}), глубина (${DEFAULT_OPTIONS.depth}), шаг (${DEFAULT_OPTIONS.eta}), штраф весов (${DEFAULT_OPTIONS.lambda}), наименьшее число строк в листе (${DEFAULT_OPTIONS.minChildWeight}), зерно (${DEFAULT_OPTIONS.seed})
  --search     подобрать эти параметры из 48 наборов на скользящей проверке; --seed выбирает наборы
  --folds      число блоков скользящей проверки (с --search по умолчанию 4)
  --gap        строк между обучением и проверкой: горизонт прогноза и самый длинный лаг; обязателен с --folds и --search
Печатает один объект JSON: ошибки по блокам, простые прогнозы рядом, время, контрольные суммы.`;

/** The arguments are wrong; printed with the usage. */
export class WrongTrainCall extends Error {}

export interface TrainCall {
  readonly data: string;
  readonly target: string;
  readonly features: readonly string[];
  readonly change: string | undefined;
  readonly out: string;
  readonly options: TrainingOptions;
  readonly search: boolean;
  /** Undefined: no validation. */
  readonly validation: { readonly folds: number; readonly gap: number } | undefined;
}

const SEARCH_FOLDS = 4;

const FLAGS = {
  data: { type: 'string' },
  target: { type: 'string' },
  features: { type: 'string' },
  change: { type: 'string' },
  out: { type: 'string' },
  trees: { type: 'string' },
  depth: { type: 'string' },
  eta: { type: 'string' },
  lambda: { type: 'string' },
  'min-child-weight': { type: 'string' },
  seed: { type: 'string' },
  search: { type: 'boolean' },
  folds: { type: 'string' },
  gap: { type: 'string' },
} as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Options of a training by their flags. */
const TUNED = {
  trees: 'trees',
  depth: 'depth',
  eta: 'eta',
  lambda: 'lambda',
  'min-child-weight': 'minChildWeight',
} as const;

/** Reads the command line. Throws WrongTrainCall, and TrainingRefused for an option out of bounds. */
export function readTrainCall(args: readonly string[]): TrainCall {
  const values = flagsOf(args);
  const { data, target, out } = {
    data: required(values, 'data'),
    target: required(values, 'target'),
    out: required(values, 'out'),
  };
  const features = listOf(required(values, 'features'));
  const search = values.search === true;
  const given = Object.keys(TUNED).filter((name) => values[name] !== undefined);
  if (search && given.length > 0) {
    throw new WrongTrainCall(
      `--search сам подбирает ${given.map((name) => `--${name}`).join(', ')}: уберите одно из двух.`,
    );
  }
  return {
    ...{ data, target, features, out, search },
    change: values.change === undefined ? undefined : required(values, 'change'),
    options: optionsOf(values, features.length),
    validation: validationOf(values, search),
  };
}

function flagsOf(args: readonly string[]): Values {
  const parsed = parseArgs({ args: [...args], options: FLAGS, strict: false, tokens: true });
  const unknown = [
    ...Object.keys(parsed.values)
      .filter((name) => !Object.hasOwn(FLAGS, name))
      .map((name) => `--${name}`),
    ...parsed.positionals,
  ];
  if (unknown.length > 0) throw new WrongTrainCall(`Неизвестный параметр: ${unknown.join(', ')}.`);
  const twice = repeatedFlag(parsed.tokens);
  if (twice !== undefined) throw new WrongTrainCall(`Параметр --${twice} указан дважды.`);
  if (parsed.values.search !== undefined && parsed.values.search !== true) {
    throw new WrongTrainCall('У --search нет значения.');
  }
  return parsed.values;
}

function required(values: Values, name: keyof typeof FLAGS): string {
  const value = values[name];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new WrongTrainCall(value === undefined ? `Укажите --${name}.` : `Укажите значение --${name}.`);
}

/** Names separated by commas; a name with a comma is quoted, as in a csv. */
function listOf(text: string): string[] {
  const [names = []] = Papa.parse<string[]>(text, { delimiter: ',' }).data;
  const list = names.map((name) => name.trim());
  if (list.includes('')) throw new WrongTrainCall('В --features пустое имя: проверьте запятые.');
  return list;
}

function optionsOf(values: Values, features: number): TrainingOptions {
  const flags: Readonly<Record<string, string>> = { ...TUNED, seed: 'seed' };
  const tuned = Object.entries(flags).flatMap(([flag, option]) =>
    values[flag] === undefined ? [] : [[option, numberOf(values, flag as keyof typeof FLAGS)] as const],
  );
  const options: TrainingOptions = { ...DEFAULT_OPTIONS, ...Object.fromEntries(tuned) };
  const flagOf = (option: string) => `--${Object.keys(flags).find((flag) => flags[flag] === option) ?? option}`;
  checkOptions(options, features, flagOf);
  return options;
}

function validationOf(values: Values, search: boolean): TrainCall['validation'] {
  const { folds, gap } = values;
  if (folds === undefined && !search) {
    if (gap === undefined) return undefined;
    throw new WrongTrainCall('--gap нужен только вместе с --folds или --search. Укажите --folds, например --folds 5.');
  }
  if (gap === undefined) {
    throw new WrongTrainCall(
      `Не указан --gap, а без него ${search ? '--search' : '--folds'} проверяет модель на строках, которые она почти видела. Укажите ` +
        'число строк: горизонт прогноза и самый длинный лаг признаков вместе; 0, если признаки и цель из одной строки.',
    );
  }
  return {
    folds: folds === undefined ? SEARCH_FOLDS : wholeOf(values, 'folds', 1, MAX_FOLDS),
    gap: wholeOf(values, 'gap', 0, 1_000_000),
  };
}

function wholeOf(values: Values, name: keyof typeof FLAGS, least: number, most: number): number {
  const value = numberOf(values, name);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new WrongTrainCall(`--${name} ${value}: нужно целое число от ${least} до ${most}.`);
}

function numberOf(values: Values, name: keyof typeof FLAGS): number {
  const text = required(values, name);
  const parsed = parseDecimal(text);
  if (parsed.ok) return parsed.value;
  throw new WrongTrainCall(`--${name} «${text}». ${parsed.message}`);
}
