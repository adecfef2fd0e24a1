/** Why a file of readings or its mapping is not used: one fault a line, each with place, cause and next step, in Russian. */
export class MeasureRefused extends Error {
  override readonly name = 'MeasureRefused';
}

/** A column by its header, or by its number. */
export type ColumnName = string | number;

/** Turns numbers of a file into the core's unit: number · multiplier / divisor + addend. */
export interface UnitConversion {
  readonly multiplier: number;
  readonly divisor: number;
  readonly addend: number;
}

/** A reading that stands in a column. */
export interface ReadingColumn {
  readonly column: ColumnName;
  readonly unit: UnitConversion;
}

/** Pulses of calibration by their shape: within [min, max] % vol, at most so long, begun by a step of `rise` % vol. */
export interface PulseShape {
  readonly min: number;
  readonly max: number;
  readonly maxMinutes: number;
  readonly rise: number;
}

/** The rules that take readings out; each is off where it is undefined or false. */
export interface Cleaning {
  /** C and flow outside the range of the sensor are no readings. */
  readonly range: boolean;
  /** Each time counts once; leaps of the clock are dropped. */
  readonly clock: boolean;
  /** Equal readings of C in a row beyond which a sensor is stuck. */
  readonly stuck?: number;
  /** Intervals of calibration, [from, to), as dates and times of the clock of the file. */
  readonly calendar: readonly { readonly from: number; readonly to: number }[];
  readonly pulses?: PulseShape;
  /** Flow, m³/min, or velocity, m/s, up to which the fan is off. */
  readonly fanOff?: number;
}

/** How the columns of a foreign file become readings of one point of measurement. */
export interface SeriesMapping {
  /** One character; undefined: found in the file. */
  readonly delimiter?: string;
  /** Undefined: the point, and the comma where it does not delimit. */
  readonly decimal?: '.' | ',';
  /** Undefined: found in the file. */
  readonly encoding?: 'utf-8' | 'windows-1251' | 'utf-16le' | 'utf-16be';
  /** A clock in columns, or the step of rows that have none, s. */
  readonly time:
    | { readonly columns: readonly ColumnName[]; readonly format?: string; readonly zone?: string }
    | { readonly stepS: number; readonly start?: number };
  readonly c: ReadingColumn & { readonly min: number; readonly max: number };
  readonly flow: ReadingColumn & { readonly isVelocity: boolean };
  /** °C and kPa; undefined where the flow is already at 20 °C. */
  readonly t?: ReadingColumn | { readonly constant: number };
  readonly p?: ReadingColumn | { readonly constant: number };
  readonly areaM2: number;
  readonly anemometerFactor: number;
  /** kg/m³ at 20 °C; undefined: the core's. */
  readonly densityKgM3?: number;
  /** Share of water vapour where C is that of dry gas. */
  readonly waterShare: number;
  readonly rule: 'left' | 'trapezoid';
  /** A row that is later than this after the one before ends a gap, s; undefined: 1.5 usual steps. */
  readonly gapS?: number;
  readonly cleaning: Cleaning;
  /** Errors that do not average out: of the sensor, % vol; of velocity and section, %. */
  readonly uncertainty?: { readonly c: number; readonly velocity: number; readonly section: number };
}
