import type { UnitConversion } from './mapping.ts';

const unit = (multiplier: number, divisor = 1, addend = 0): UnitConversion => ({ multiplier, divisor, addend });

const PERCENT = unit(1);
const PPM = unit(1, 10_000);
const CELSIUS = unit(1);
const KELVIN = unit(1, 1, -273.15);
const PER_MINUTE = unit(1);

/** Units by name, as `conversionKey` writes it: to % vol, m/s, m³/min, °C, kPa. */
export const UNITS = {
  c: {
    '%': PERCENT,
    '%vol': PERCENT,
    'vol%': PERCENT,
    'vol.%': PERCENT,
    '%vol.': PERCENT,
    '%об': PERCENT,
    '%об.': PERCENT,
    'об.%': PERCENT,
    '%ch4': PERCENT,
    percent: PERCENT,
    ppm: PPM,
    ppmv: PPM,
    млн1: PPM,
    share: unit(100),
    fraction: unit(100),
    доля: unit(100),
  },
  v: {
    'm/s': unit(1),
    'м/с': unit(1),
    'm/min': unit(1, 60),
    'м/мин': unit(1, 60),
    'km/h': unit(1, 3.6),
    'км/ч': unit(1, 3.6),
  },
  q: {
    'm3/min': PER_MINUTE,
    'м3/мин': PER_MINUTE,
    'm3/s': unit(60),
    'м3/с': unit(60),
    'm3/h': unit(1, 60),
    'м3/ч': unit(1, 60),
    'тыс.м3/ч': unit(1000, 60),
    'тыс.м3/мин': unit(1000),
  },
  t: { c: CELSIUS, с: CELSIUS, degc: CELSIUS, celsius: CELSIUS, k: KELVIN, к: KELVIN, kelvin: KELVIN },
  p: {
    kpa: unit(1),
    кпа: unit(1),
    hpa: unit(1, 10),
    гпа: unit(1, 10),
    mbar: unit(1, 10),
    мбар: unit(1, 10),
    pa: unit(1, 1000),
    па: unit(1, 1000),
    bar: unit(100),
    бар: unit(100),
    atm: unit(101.325),
    атм: unit(101.325),
    mmhg: unit(101.325, 760),
    torr: unit(101.325, 760),
    'ммрт.ст.': unit(101.325, 760),
    'ммрт.ст': unit(101.325, 760),
  },
} as const satisfies Record<string, Record<string, UnitConversion>>;

export type ReadingName = keyof typeof UNITS;

/** Units as people choose between them. */
export const UNIT_NAMES: Readonly<Record<ReadingName, string>> = {
  c: '«%», «ppm», «% LEL», «share»',
  v: '«m/s», «m/min»',
  q: '«m3/min», «m3/s», «m3/h»',
  t: '«C», «K»',
  p: '«kPa», «hPa», «mbar», «Pa», «mmHg», «atm»',
};

/** A unit's name without what people write differently: case, spaces, raised digits, signs of degrees. */
export function conversionKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/³|\^3/g, '3')
    .replace(/⁻¹|\^-1|-1$/g, '1')
    .replace(/[\s°·]/g, '')
    .replace(/^градусы?/, '');
}

/** Whether a unit of C is a share of the lower explosive limit. */
export function isExplosiveLimit(name: string): boolean {
  return /^%?(lel|lfl|нкпр|нкпрп)%?$/.test(conversionKey(name));
}

/** The conversion of % of the lower explosive limit, which is `limit` % vol. */
export function explosiveLimit(limit: number): UnitConversion {
  return unit(limit, 100);
}
