import type { CalculationType } from '../calculations/index.ts';
import type { ObjectKind } from '../contract/object_kinds.ts';
import type { PartName } from '../contract/parts.ts';

/** Usual methane per tonne of coal of a source, m³/t: the range of the factors of IPCC 2006, vol. 2, ch. 4. */
export const USUAL_FACTORS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  gross: [10, 25],
  post_mining: [0.9, 4],
  open_pit: [0.3, 2],
  open_pit_post_mining: [0, 0.2],
};

/** Sources without which the year of an object is not complete. */
export const NEEDED_SOURCES: Readonly<Record<ObjectKind, readonly PartName[]>> = {
  underground_mine: ['gross_by_factor', 'post_mining'],
  open_pit: ['open_pit', 'open_pit_post_mining', 'machinery'],
  processing_plant: [],
  boiler_house: ['fuel'],
  abandoned_mine: [],
  other: [],
};

/** Kinds of objects that a part belongs to; parts that are not listed fit every kind. */
export const KINDS_OF_PARTS: Readonly<Partial<Record<PartName, readonly ObjectKind[]>>> = {
  gross_by_factor: ['underground_mine'],
  ventilation: ['underground_mine', 'abandoned_mine'],
  post_mining: ['underground_mine', 'processing_plant'],
  open_pit: ['open_pit'],
  open_pit_post_mining: ['open_pit', 'processing_plant'],
};

/** A figure of one object and year above it is probably typed in another unit: our proposal. */
export const MAGNITUDES: Readonly<Partial<Record<CalculationType, { readonly most: number; readonly unit: string }>>> =
  {
    disposal_co2_stat_sources: { most: 1000, unit: 'тыс. т (газ — млн м³)' },
    underground_emission_ch4: { most: 30_000_000, unit: 'т' },
    handling_underground_ch4: { most: 30_000_000, unit: 'т' },
    handling_gas_content: { most: 30_000_000, unit: 'т' },
    open_mining_ch4: { most: 60_000_000, unit: 'т' },
    open_mining_co2: { most: 500_000, unit: 'т' },
    underground: { most: 100_000_000, unit: 'тыс. м³' },
    disposal_co2_torch: { most: 1_000_000, unit: 'тыс. м³' },
    flare_order_371: { most: 1_000_000, unit: 'тыс. м³' },
    flare_table_371: { most: 1_000_000, unit: 'тыс. м³' },
    mine_methane_combustion: { most: 1_000_000, unit: 'тыс. м³' },
  };

/** CH4 of a mixture, % by volume: what a part can hold. Ventilation: № 507; drainage: below it the mixture is not to be used. */
export const USUAL_CONTENT: Readonly<Partial<Record<PartName, readonly [min: number, max: number]>>> = {
  ventilation: [0, 1],
  drainage: [25, 100],
  drainage_vented: [25, 100],
  flared: [25, 100],
  engines: [25, 100],
  boilers: [25, 100],
};

/** Change against last year that asks for an explanation, %: our proposal. */
export const YEAR_PERCENT = 10;

/** Difference of two methods that asks for an explanation, %: our proposal. */
export const CONTROL_PERCENT = 30;

/** Distance from the median of the object's years, in spreads (1.4826 · MAD), beyond which a year is unusual. */
export const OUTLIER_SPREADS = 3;

/** Years of a source, this one among them, that make a median worth comparing with: our proposal. */
export const FEWEST_YEARS = 5;

/** Relative difference of densities beyond what 0.67 (IPCC) and 0.668 (order 371) differ by, %. */
export const DENSITY_PERCENT = 1;

/** Relative difference of masses that is rounding, %. */
export const ROUNDING_PERCENT = 1e-7;
