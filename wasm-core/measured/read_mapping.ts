import { isRecord, numberOf } from '../contract/json_value.ts';
import { quoted } from '../contract/russian.ts';
import { MeasureRefused, type ReadingColumn, type SeriesMapping, type UnitConversion } from './mapping.ts';
import { MappingFields } from './mapping_fields.ts';
import { readCleaning } from './read_cleaning.ts';
import { clockTime, compileTimeFormat, TIME_FORMATS } from './time_format.ts';
import { conversionKey, explosiveLimit, isExplosiveLimit, type ReadingName, UNIT_NAMES, UNITS } from './units.ts';
import { zoneOffset } from './zone.ts';

const FIELDS = [
  ...['delimiter', 'decimal', 'encoding', 'time', 'c', 'v', 'q', 't', 'p', 'area_m2', 'anemometer_factor'],
  ...['density_kg_m3', 'conditions', 'rule', 'cleaning', 'gap_s', 'water_share', 'uncertainty'],
];

const DELIMITERS: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t', comma: ',', semicolon: ';', space: ' ' };
const ENCODINGS = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'windows-1251': 'windows-1251',
  cp1251: 'windows-1251',
  '1251': 'windows-1251',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
} as const;

/** C that a mine's air cannot be below: zero of a sensor drifts. % vol. */
const LEAST_C = -0.05;

/** Reads the content of a mapping file. Throws MeasureRefused with every fault, each as `field: message`. */
export function readSeriesMapping(content: unknown): SeriesMapping {
  if (!isRecord(content)) throw new MeasureRefused('Сопоставление — объект JSON с полями time, c, v или q.');
  const fields = new MappingFields(content);
  fields.refuseUnknown(content, FIELDS, '');
  const isActual = readConditions(fields);
  const delimiter = readDelimiter(fields);
  const decimal = fields.choice('decimal', { '.': '.', ',': ',' } as const);
  if (delimiter !== undefined && delimiter === decimal) {
    fields.add('decimal', 'Разделитель столбцов и десятичный знак — один и тот же символ. Укажите разные.');
  }
  const encoding = fields.choice('encoding', ENCODINGS);
  const flow = readFlow(fields);
  const t = isActual ? readCondition(fields, 't', { min: -90, max: 200 }) : undefined;
  const p = isActual ? readCondition(fields, 'p', { min: 30, max: 300 }) : undefined;
  const densityKgM3 = fields.number('density_kg_m3', { above: 0, max: 1 });
  const gapS = fields.number('gap_s', { above: 0, max: 31 * 86_400 });
  const mapping: SeriesMapping = {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === undefined ? {} : { encoding }),
    time: readTime(fields),
    c: readConcentration(fields),
    flow,
    ...(t ? { t } : {}),
    ...(p ? { p } : {}),
    areaM2: readArea(fields, flow.isVelocity),
    anemometerFactor: fields.number('anemometer_factor', { above: 0, max: 10 }) ?? 1,
    ...(densityKgM3 === undefined ? {} : { densityKgM3 }),
    waterShare: fields.number('water_share', { min: 0, max: 0.5 }) ?? 0,
    rule: fields.choice('rule', { left: 'left', trapezoid: 'trapezoid' } as const) ?? 'left',
    ...(gapS === undefined ? {} : { gapS }),
    cleaning: readCleaning(fields, flow.isVelocity),
    ...readErrors(fields),
  };
  fields.refuse();
  return mapping;
}

function readConditions(fields: MappingFields): boolean {
  const conditions = fields.choice('conditions', {
    actual: 'actual',
    '20C': '20C',
    '20c': '20C',
    '20 °C': '20C',
  } as const);
  const stated = fields.value('t') !== undefined || fields.value('p') !== undefined;
  if (conditions === undefined && !fields.has('conditions') && !stated) {
    fields.add(
      'conditions',
      'Укажите «actual» (расход при условиях замера, нужны t и p) или «20C» (приведён к 20 °C).',
    );
  }
  return conditions === undefined ? stated : conditions === 'actual';
}

function readDelimiter(fields: MappingFields): string | undefined {
  const value = fields.value('delimiter');
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? (DELIMITERS[value] ?? value) : '';
  if (text.length === 1 && text.charCodeAt(0) < 128 && !/[\w".\n\r+-]/.test(text)) return text;
  fields.add('delimiter', 'Разделитель — один символ: «;», «,», «|» или «\\t».');
  return undefined;
}

function readTime(fields: MappingFields): SeriesMapping['time'] {
  const content = fields.value('time');
  if (!isRecord(content)) {
    fields.add('time', 'Укажите {column, format, zone} или {step_s}: шаг строк, в которых времени нет, с.');
    return { stepS: 1 };
  }
  fields.refuseUnknown(content, ['column', 'columns', 'format', 'zone', 'step_s', 'start'], 'time.');
  if (content.step_s !== undefined && content.column === undefined) return readStep(fields, content);
  if (content.step_s !== undefined) fields.add('time.step_s', 'Время уже задано столбцом. Оставьте column или step_s.');
  const given = content.column ?? content.columns;
  const names = Array.isArray(given) ? given : [given];
  const columns = names.map((name: unknown) => fields.column(name, 'time.column'));
  if (columns.length > 8) fields.add('time.column', 'Столбцов времени больше восьми.');
  const { format, zone } = content;
  if (format !== undefined && (typeof format !== 'string' || !compileTimeFormat(format, columns.length))) {
    const parts = columns.length > 1 ? ' Части для каждого столбца разделите пробелом.' : '';
    fields.add('time.format', `Формат ${quoted(String(format))} не читается. Примеры: ${TIME_FORMATS}.${parts}`);
  }
  if (zone !== undefined && (typeof zone !== 'string' || zoneOffset(zone, 0) === undefined)) {
    fields.add('time.zone', `Пояса ${quoted(String(zone))} нет. Примеры: «+07:00», «UTC», «Asia/Novokuznetsk».`);
  }
  return {
    columns,
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof zone === 'string' ? { zone } : {}),
  };
}

function readStep(fields: MappingFields, { step_s, start }: Readonly<Record<string, unknown>>): SeriesMapping['time'] {
  const stepS = numberOf(step_s);
  if (stepS === undefined || stepS < 0.001 || stepS > 31 * 86_400) {
    fields.add('time.step_s', 'Шаг строк — число секунд от 0,001 до 2678400.');
  }
  const first = typeof start === 'string' ? clockTime(start) : undefined;
  if (start !== undefined && first === undefined) {
    fields.add('time.start', 'Время первой строки — текст «ГГГГ-ММ-ДД» или «ГГГГ-ММ-ДД чч:мм:сс».');
  }
  return { stepS: stepS ?? 1, ...(first === undefined ? {} : { start: first }) };
}

function readConcentration(fields: MappingFields): SeriesMapping['c'] {
  const content = fields.value('c');
  if (!isRecord(content)) {
    fields.add('c', 'Укажите концентрацию метана: {column, unit}.');
    return { column: 0, unit: UNITS.c['%'], min: LEAST_C, max: 100 };
  }
  fields.refuseUnknown(content, ['column', 'unit', 'lel_percent', 'min', 'max'], 'c.');
  const column = fields.column(content.column, 'c.column');
  const { unit } = content;
  const min = fields.numberOf(content.min, 'c.min', { min: -100, max: 100 }) ?? LEAST_C;
  const max = fields.numberOf(content.max, 'c.max', { min: 0, max: 100 }) ?? 100;
  if (min >= max) fields.add('c.max', 'Наибольшее показание датчика не больше наименьшего.');
  if (typeof unit === 'string' && isExplosiveLimit(unit)) {
    const limit = fields.numberOf(content.lel_percent, 'c.lel_percent', { min: 4, max: 6 });
    if (limit === undefined && content.lel_percent === undefined) {
      const choice = '4.4 (ГОСТ 31610.20-1) или 5 (прежние приборы)';
      fields.add('c.lel_percent', `Укажите, сколько % об. составляют 100 % НКПР по паспорту датчика: ${choice}.`);
    }
    return { column, unit: explosiveLimit(limit ?? 5), min, max };
  }
  return { column, unit: readUnit(fields, 'c', 'c', unit), min, max };
}

function readFlow(fields: MappingFields): SeriesMapping['flow'] {
  const isVelocity = fields.value('q') === undefined;
  const name = isVelocity ? 'v' : 'q';
  const content = fields.value(name);
  const nothing = { column: 0, unit: UNITS.v['m/s'], isVelocity };
  if (!isVelocity && fields.value('v') !== undefined) fields.add('v', 'Расход уже задан: q. Оставьте v или q.');
  if (!isRecord(content)) {
    fields.add(name, 'Укажите скорость воздуха v или его расход q: {column, unit}.');
    return nothing;
  }
  fields.refuseUnknown(content, ['column', 'unit'], `${name}.`);
  const column = fields.column(content.column, `${name}.column`);
  return { column, unit: readUnit(fields, name, name, content.unit), isVelocity };
}

function readCondition(
  fields: MappingFields,
  name: 't' | 'p',
  bounds: { readonly min: number; readonly max: number },
): ReadingColumn | { readonly constant: number } | undefined {
  const content = fields.value(name);
  const what = name === 't' ? 'температуру' : 'давление';
  if (!isRecord(content) || (content.column === undefined) === (content.constant === undefined)) {
    fields.add(name, `Расход — при условиях замера: укажите ${what} {column, unit} или {constant}.`);
    return undefined;
  }
  fields.refuseUnknown(content, ['column', 'constant', 'unit'], `${name}.`);
  const usual = name === 't' ? 'C' : 'kPa';
  const unit = readUnit(fields, name, name, content.constant === undefined ? content.unit : (content.unit ?? usual));
  if (content.constant === undefined) return { column: fields.column(content.column, `${name}.column`), unit };
  const number = numberOf(content.constant);
  const constant = number === undefined ? Number.NaN : (number * unit.multiplier) / unit.divisor + unit.addend;
  if (!(constant >= bounds.min && constant <= bounds.max)) {
    const range = name === 't' ? 'от −90 до 200 °C' : 'от 30 до 300 кПа; другие единицы назовите в unit';
    fields.add(`${name}.constant`, `Постоянное значение — число ${range}.`);
  }
  return { constant };
}

function readUnit(fields: MappingFields, kind: ReadingName, field: string, unit: unknown): UnitConversion {
  const units: Readonly<Record<string, UnitConversion>> = UNITS[kind];
  const known =
    typeof unit === 'string' && Object.hasOwn(units, conversionKey(unit)) ? units[conversionKey(unit)] : undefined;
  if (known) return known;
  const what = unit === undefined ? 'Укажите единицу' : `Единицы ${quoted(String(unit))} нет. Есть единицы`;
  fields.add(`${field}.unit`, `${what}: ${UNIT_NAMES[kind]}.`);
  return { multiplier: 1, divisor: 1, addend: 0 };
}

function readArea(fields: MappingFields, isVelocity: boolean): number {
  const area = fields.number('area_m2', { above: 0, max: 1000 });
  if (isVelocity && area === undefined && !fields.has('area_m2')) {
    fields.add('area_m2', 'Скорость становится расходом через сечение: укажите его площадь, м².');
  }
  return area ?? 1;
}

function readErrors(fields: MappingFields): Pick<SeriesMapping, 'uncertainty'> {
  const content = fields.value('uncertainty');
  if (content === undefined) return {};
  if (!isRecord(content)) {
    fields.add('uncertainty', 'Укажите {c_abs, velocity_percent, area_percent}.');
    return {};
  }
  fields.refuseUnknown(content, ['c_abs', 'velocity_percent', 'area_percent'], 'uncertainty.');
  const error = (name: string, max: number) =>
    fields.numberOf(content[name], `uncertainty.${name}`, { min: 0, max }) ?? 0;
  return {
    uncertainty: {
      c: error('c_abs', 100),
      velocity: error('velocity_percent', 1000),
      section: error('area_percent', 1000),
    },
  };
}
