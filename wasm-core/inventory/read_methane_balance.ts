import { coalMined, methaneDensity, methanePerTonne, methaneToFlare } from '../calculations/fields.ts';
import { DESTINATION_KINDS, type DestinationKind } from '../contract/destinations.ts';
import type { Fault } from '../contract/errors.ts';
import { isRecord, numberOf } from '../contract/json_value.ts';
import { quoted, russianNumber, sentence } from '../contract/russian.ts';
import type { Core } from '../load.ts';
import { BalanceRefused, type Destination, type MethaneBalanceCase } from './methane_balance.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** Bounds of a methane volume, m³; the forms of calculations use thousand m³. */
const METHANE: Bounds = { min: 0, max: methaneToFlare.max * 1000, unit: 'м³' };

const SHARE: Bounds = { min: 0, max: 1, unit: '' };

/** Inclusive bounds of the numbers of a case. */
const NUMBERS = {
  coal_t: coalMined,
  ef_m3_t: methanePerTonne,
  ventilation_t: { min: 0, max: 1e8, unit: 'т' },
  post_mining_ef_m3_t: methanePerTonne,
  drained_m3: METHANE,
  density_kg_m3: methaneDensity,
  gwp: { min: 1, max: 1000, unit: 'т CO₂-экв./т CH₄' },
} as const satisfies Record<string, Bounds>;

type NumberField = keyof typeof NUMBERS;

const FIELDS: readonly string[] = [...Object.keys(NUMBERS), 'destinations'];
const DESTINATION_FIELDS: readonly string[] = ['kind', 'volume_m3', 'efficiency'];
const MOST_DESTINATIONS = 1000;

type AddFault = (field: string, message: string) => void;
type Values = Readonly<Record<string, unknown>>;

/**
 * Reads a case. `density_kg_m3` and `gwp` default to the constants of the core, `efficiency` to
 * that of its kind, if there is one. A null field counts as left out. Throws BalanceRefused
 * with every fault.
 */
export function readMethaneBalance(content: unknown, core: Core): MethaneBalanceCase {
  if (!isRecord(content)) throw new BalanceRefused([{ message: `Укажите один объект {${FIELDS.join(', ')}}.` }]);
  const faults: Fault[] = [];
  const add: AddFault = (field, message) => void faults.push({ field, message });
  refuseUnknown(content, FIELDS, '', add);
  const number = (field: NumberField, fallback?: number) =>
    readNumber(content, field, field, NUMBERS[field], add, fallback);
  const balance: MethaneBalanceCase = {
    coal_t: number('coal_t'),
    ...readGross(content, number, add),
    post_mining_ef_m3_t: number('post_mining_ef_m3_t'),
    drained_m3: number('drained_m3'),
    density_kg_m3: number('density_kg_m3', core.constant('CH4_DENSITY')),
    gwp: number('gwp', core.constant('GWP_CH4')),
    destinations: readDestinations(content.destinations, core, add),
  };
  if (faults.length > 0) throw new BalanceRefused(faults);
  return balance;
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null;
}

function refuseUnknown(values: Values, known: readonly string[], prefix: string, add: AddFault): void {
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) add(`${prefix}${name}`, `Такого поля нет. Есть поля: ${known.join(', ')}.`);
  }
}

/** The number of a field, or `fallback` if it is left out; 0 after a fault. */
function readNumber(
  values: Values,
  name: string,
  field: string,
  bounds: Bounds,
  add: AddFault,
  fallback?: number,
): number {
  const { min, max, unit } = bounds;
  const value = values[name];
  if (isLeftOut(value) && fallback !== undefined) return fallback;
  const number = numberOf(value);
  const range = sentence(`от ${russianNumber(min)} до ${russianNumber(max)} ${unit}`.trim());
  if (isLeftOut(value)) add(field, `Укажите число ${range}`);
  else if (number === undefined) add(field, `Здесь ожидается конечное число без кавычек, ${range}`);
  else if (number < min || number > max) add(field, `${russianNumber(number)} вне границ. Укажите число ${range}`);
  return number ?? 0;
}

/** Reads the one source of gross emissions: a factor or a measurement. */
function readGross(
  values: Values,
  number: (field: NumberField) => number,
  add: AddFault,
): Pick<MethaneBalanceCase, 'ef_m3_t' | 'ventilation_t'> {
  const sources = (['ef_m3_t', 'ventilation_t'] as const).filter((field) => !isLeftOut(values[field]));
  const [source] = sources;
  if (source === undefined) {
    add('ef_m3_t', 'Выделение метана не задано. Укажите ef_m3_t (коэффициент, м³/т) или ventilation_t (замер, т).');
    return {};
  }
  if (sources.length > 1) {
    add('ventilation_t', 'Выделение метана задано дважды: ef_m3_t и ventilation_t. Оставьте одно из них.');
  }
  return { [source]: number(source) };
}

function readDestinations(content: unknown, core: Core, add: AddFault): Destination[] {
  if (!Array.isArray(content)) {
    add('destinations', 'Укажите список [{kind, volume_m3, efficiency}]; без дегазации — пустой: [].');
    return [];
  }
  if (content.length > MOST_DESTINATIONS) {
    add('destinations', `Назначений больше ${russianNumber(MOST_DESTINATIONS)}. Сложите объёмы одинаковых.`);
    return [];
  }
  return content.map((value: unknown, index) => readDestination(value, `destinations[${index}]`, core, add));
}

function readDestination(value: unknown, field: string, core: Core, add: AddFault): Destination {
  const destination: Values = isRecord(value) ? value : {};
  if (!isRecord(value)) add(field, 'Назначение — объект {kind, volume_m3, efficiency}.');
  else refuseUnknown(value, DESTINATION_FIELDS, `${field}.`, add);
  const kind = DESTINATION_KINDS.find((known) => known === destination.kind);
  if (isRecord(value) && !kind) {
    const what = isLeftOut(destination.kind)
      ? 'Укажите вид назначения'
      : `Вида ${quoted(String(destination.kind))} нет. Есть виды`;
    add(`${field}.kind`, `${what}: ${DESTINATION_KINDS.join(', ')}.`);
  }
  if (!kind) return { kind: 'vented', volume_m3: 0, efficiency: 0 };
  const volume_m3 = readNumber(destination, 'volume_m3', `${field}.volume_m3`, METHANE, add);
  const usual = usualEfficiency(core, kind);
  const efficiency = readNumber(destination, 'efficiency', `${field}.efficiency`, SHARE, add, usual);
  if (kind === 'vented' && efficiency !== 0) {
    add(`${field}.efficiency`, 'Газ, выпущенный в атмосферу, не уничтожен: укажите 0 или уберите поле.');
  }
  return { kind, volume_m3, efficiency };
}

/**
 * Default efficiency of a kind. All sold gas leaves the mine: its buyer accounts for the slip.
 * Boilers
 * and oxidisers have no default: no source gives one.
 */
export function usualEfficiency(core: Core, kind: DestinationKind): number | undefined {
  if (kind === 'flare') return core.constant('FLARE_EFFICIENCY');
  if (kind === 'engine') return core.constant('ENGINE_EFFICIENCY');
  if (kind === 'sold') return 1;
  return kind === 'vented' ? 0 : undefined;
}
