import { isRecord, numberOf } from '../contract/json_value.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { ABSOLUTE_SHAPES, type AbsoluteShape } from '../contract/uncertainty_law.ts';
import type { Quantity } from './plan.ts';

/** Largest symmetric uncertainty, %; above it much of the law is below 0. */
const LARGEST_PERCENT = 100;

/** Largest factor of a lognormal law. */
const LARGEST_FACTOR = 1000;

/** Required (`needs`) and optional (`may`) parameters of each law. */
const PARAMETERS: Readonly<Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>> = {
  fixed: { needs: [], may: ['min', 'max'] },
  symmetric: { needs: ['percent'], may: ['min', 'max'] },
  factor: { needs: ['factor'], may: ['min', 'max'] },
  absolute: { needs: ['half'], may: ['shape', 'min', 'max'] },
  uniform: { needs: ['min', 'max'], may: [] },
  triangular: { needs: ['min', 'mode', 'max'], may: [] },
};

const ALL_PARAMETERS = ['percent', 'factor', 'half', 'shape', 'min', 'mode', 'max'];

const NOTHING: Quantity = { value: 0, law: 'fixed' };

type AddFault = (name: string, message: string) => void;

/** Reads one quantity of a plan; faults are added to `add` by parameter. */
export function readQuantity(content: unknown, add: AddFault): Quantity {
  if (!isRecord(content)) {
    add('', 'Величина — объект {value, law, …}.');
    return NOTHING;
  }
  const { law } = content;
  const parameters = typeof law === 'string' && Object.hasOwn(PARAMETERS, law) ? PARAMETERS[law] : undefined;
  if (!parameters) {
    const what = law === undefined ? 'Укажите закон' : `Закона ${quoted(String(law))} нет`;
    add('law', `${what}: ${Object.keys(PARAMETERS).join(', ')}.`);
    return NOTHING;
  }
  const numbers = readNumbers(content, String(law), parameters, add);
  if (!numbers) return NOTHING;
  const faulty = faultOf(String(law), numbers);
  if (faulty) add(...faulty);
  const shape = law === 'absolute' ? readShape(content.shape, add) : undefined;
  return { law, ...numbers, ...(shape ? { shape } : {}) } as Quantity;
}

type Numbers = Readonly<Record<string, number>>;

/** Value and parameters as numbers; undefined if one is missing or belongs to another law. */
function readNumbers(
  content: Readonly<Record<string, unknown>>,
  law: string,
  { needs, may }: { readonly needs: readonly string[]; readonly may: readonly string[] },
  add: AddFault,
): Numbers | undefined {
  const numbers: Record<string, number> = {};
  let complete = true;
  const refuse = (name: string, message: string) => {
    complete = false;
    add(name, message);
  };
  for (const name of ['value', ...needs, ...may.filter((other) => other !== 'shape')]) {
    if (content[name] === undefined && may.includes(name)) continue;
    const number = numberOf(content[name]);
    if (number !== undefined) numbers[name] = number;
    else refuse(name, content[name] === undefined ? 'Укажите число.' : 'Здесь ожидается конечное число без кавычек.');
  }
  for (const name of ALL_PARAMETERS) {
    if (content[name] === undefined || needs.includes(name) || may.includes(name)) continue;
    refuse(name, `У закона «${law}» нет параметра «${name}». Уберите его или смените закон.`);
  }
  return complete ? numbers : undefined;
}

/** The first fault of a law's numbers. */
function faultOf(law: string, numbers: Numbers): [name: string, message: string] | undefined {
  const { value = 0, percent = 0, factor = 1, half = 0, min, mode, max } = numbers;
  if (percent < 0) return ['percent', 'Неопределённость не бывает отрицательной. Укажите от 0 до 100 %.'];
  if (percent > LARGEST_PERCENT) {
    const shown = `± ${russianNumber(percent)} %`;
    return [
      'percent',
      `${shown} больше ± ${LARGEST_PERCENT} %. Для широкой неопределённости используйте закон «factor».`,
    ];
  }
  if (factor < 1)
    return [
      'factor',
      `Множитель ${russianNumber(factor)} меньше 1. Укажите, во сколько раз величина больше или меньше.`,
    ];
  if (factor > LARGEST_FACTOR) return ['factor', `Множитель больше ${russianNumber(LARGEST_FACTOR)}. Проверьте его.`];
  if (half < 0) return ['half', 'Полуширина не бывает отрицательной. Укажите 0 или больше, в единице величины.'];
  if (law === 'triangular' && mode !== undefined && min !== undefined && max !== undefined) {
    if (min > mode)
      return ['mode', `Мода ${russianNumber(mode)} меньше min ${russianNumber(min)}. Мода лежит от min до max.`];
    if (mode > max)
      return ['mode', `Мода ${russianNumber(mode)} больше max ${russianNumber(max)}. Мода лежит от min до max.`];
  }
  if (min !== undefined && max !== undefined && min >= max) {
    return [
      'max',
      `max ${russianNumber(max)} не больше min ${russianNumber(min)}. Точному значению задайте закон «fixed» без границ.`,
    ];
  }
  if (law === 'fixed' && (value < (min ?? value) || value > (max ?? value))) {
    return ['value', `Значение ${russianNumber(value)} вне границ min и max. Исправьте значение или границы.`];
  }
  return undefined;
}

function readShape(shape: unknown, add: AddFault): AbsoluteShape | undefined {
  if (shape === undefined) return undefined;
  if (ABSOLUTE_SHAPES.includes(shape as AbsoluteShape)) return shape as AbsoluteShape;
  add('shape', `Форма — ${ABSOLUTE_SHAPES.map((name) => `«${name}»`).join(' или ')}.`);
  return undefined;
}
