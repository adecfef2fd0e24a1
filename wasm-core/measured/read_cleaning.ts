import { isRecord } from '../contract/json_value.ts';
import type { Cleaning, PulseShape } from './mapping.ts';
import type { MappingFields } from './mapping_fields.ts';
import { clockTime } from './time_format.ts';

const RULES = ['range', 'clock', 'stuck', 'calibration', 'fan_off'];

/** What «none» leaves on: nothing. */
const NOTHING: Cleaning = { range: false, clock: false, calendar: [] };

/** Most equal readings that can be asked for: they are held in memory. */
const MOST_EQUAL = 1_000_000;

/**
 * Reads the rules of cleaning. Left out, range, clock and fan_off are on; stuck and calibration ask for numbers that only the
 * mine knows, and are off.
 */
export function readCleaning(fields: MappingFields, isVelocity: boolean): Cleaning {
  const content = fields.value('cleaning') ?? {};
  if (content === 'none') return NOTHING;
  if (!isRecord(content)) {
    fields.add('cleaning', `Укажите «none» или объект с правилами: ${RULES.join(', ')}.`);
    return NOTHING;
  }
  fields.refuseUnknown(content, RULES, 'cleaning.');
  const isOn = (name: string) => {
    if (content[name] !== undefined && typeof content[name] !== 'boolean') {
      fields.add(`cleaning.${name}`, 'Здесь ожидается true или false.');
    }
    return content[name] !== false;
  };
  const stuck = content.stuck === false ? undefined : content.stuck;
  const equal = fields.numberOf(stuck, 'cleaning.stuck', { min: 1, max: MOST_EQUAL });
  const fanOff = readFanOff(fields, content.fan_off, isVelocity);
  return {
    range: isOn('range'),
    clock: isOn('clock'),
    ...(equal === undefined ? {} : { stuck: Math.floor(equal) }),
    ...readCalibration(fields, content.calibration),
    ...(fanOff === undefined ? {} : { fanOff }),
  };
}

function readFanOff(fields: MappingFields, value: unknown, isVelocity: boolean): number | undefined {
  if (value === false) return undefined;
  if (value === undefined || value === true) return 0;
  const below = isRecord(value) ? value.below : value;
  if (isRecord(value)) fields.refuseUnknown(value, ['below'], 'cleaning.fan_off.');
  return fields.numberOf(below, 'cleaning.fan_off', { min: 0, max: isVelocity ? 60 : 900_000 });
}

function readCalibration(fields: MappingFields, value: unknown): Pick<Cleaning, 'calendar' | 'pulses'> {
  if (value === undefined || value === false) return { calendar: [] };
  if (Array.isArray(value)) return { calendar: value.map((span: unknown, index) => readSpan(fields, span, index)) };
  if (isRecord(value)) return { calendar: [], pulses: readPulses(fields, value) };
  if (value === true) return { calendar: [], pulses: readPulses(fields, {}) };
  fields.add('cleaning.calibration', 'Укажите список [{from, to}] или форму {min, max, max_minutes, rise}.');
  return { calendar: [] };
}

function readSpan(fields: MappingFields, span: unknown, index: number): Cleaning['calendar'][number] {
  const { from, to } = isRecord(span) ? span : {};
  const times = [from, to].map((text) => (typeof text === 'string' ? clockTime(text) : undefined));
  const [first = 0, last = 0] = times;
  if (times.includes(undefined) || first >= last) {
    const field = `cleaning.calibration[${index}]`;
    fields.add(field, 'Промежуток — {from, to} по часам файла: «ГГГГ-ММ-ДД чч:мм», from раньше to.');
  }
  return { from: first, to: last };
}

/** A test gas of 1–2.5 % for some minutes, after a step of half a percent: chosen, no norm. */
function readPulses(fields: MappingFields, shape: Readonly<Record<string, unknown>>): PulseShape {
  fields.refuseUnknown(shape, ['min', 'max', 'max_minutes', 'rise'], 'cleaning.calibration.');
  const number = (name: string, usual: number, max: number) =>
    fields.numberOf(shape[name], `cleaning.calibration.${name}`, { above: 0, max }) ?? usual;
  const pulses = {
    min: number('min', 1, 100),
    max: number('max', 2.5, 100),
    maxMinutes: number('max_minutes', 15, 1440),
    rise: number('rise', 0.5, 100),
  };
  if (pulses.min > pulses.max) fields.add('cleaning.calibration.max', 'Верх импульса ниже его низа.');
  return pulses;
}
