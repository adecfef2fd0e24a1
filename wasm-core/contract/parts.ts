import type { NamedUncertainties } from './default_uncertainties.ts';

/** How a part enters the methane balance of its object; the place in this list is its code in the core. */
export const BALANCE_ROLES = [
  'gross',
  'ventilation',
  'drained',
  'post_mining',
  'flare',
  'energy',
  'sold',
  'vented',
  'fuel',
  'outside',
] as const;

export type BalanceRole = (typeof BALANCE_ROLES)[number];

/** What a calculation may state about an object. */
export interface Part {
  readonly label: string;
  /** Parts of one source are methods for the same emission: one of them is main, the others are controls. */
  readonly source: string;
  readonly balance: BalanceRole;
  /** Calculations of this part are added up (two fuels, two boilers) unless a person makes one a control. */
  readonly adds?: true;
}

/** The parts of an object, in the order in which people read a balance. */
export const PARTS = {
  gross_by_factor: { label: 'Выделение метана по коэффициенту', source: 'gross', balance: 'gross' },
  ventilation: { label: 'Вентиляция: метан исходящей струи, замер', source: 'gross', balance: 'ventilation' },
  drainage: { label: 'Дегазация: весь извлечённый газ', source: 'drainage', balance: 'drained' },
  post_mining: { label: 'Последующее обращение с углём', source: 'post_mining', balance: 'post_mining' },
  open_pit: { label: 'Открытая добыча', source: 'open_pit', balance: 'gross' },
  open_pit_post_mining: {
    label: 'Открытая добыча: последующее обращение с углём',
    source: 'open_pit_post_mining',
    balance: 'post_mining',
  },
  flared: { label: 'Сожжено в факеле', source: 'flared', balance: 'flare' },
  flare_unburnt: { label: 'Несгоревший в факеле метан', source: 'flare_unburnt', balance: 'outside' },
  engines: { label: 'Сожжено в газовых двигателях', source: 'engines', balance: 'energy', adds: true },
  boilers: { label: 'Метан, сожжённый в котлах', source: 'boilers', balance: 'energy', adds: true },
  oxidised: { label: 'Окислено (вентиляционная струя)', source: 'oxidised', balance: 'energy', adds: true },
  sold: { label: 'Передано потребителям', source: 'sold', balance: 'sold', adds: true },
  drainage_vented: {
    label: 'Дегазация: выпущено в атмосферу',
    source: 'drainage_vented',
    balance: 'vented',
    adds: true,
  },
  machinery: { label: 'Топливо техники', source: 'machinery', balance: 'fuel', adds: true },
  fuel: { label: 'Топливо стационарных установок', source: 'fuel', balance: 'fuel', adds: true },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The part `name`. */
export function partOf(name: PartName): Part {
  return PARTS[name];
}

/** Categories of order 371: stationary combustion, flares, fugitive emissions of measured mixtures, transport. */
export type OrderCategory = 1 | 2 | 3 | 18;

/** What a calculation type says when it states a part. Names are inputs of the type or constants of the core. */
export interface PartStatement {
  /** Mass of CH4, t: the product of at most four inputs, constants and numbers, divided by `per` (1 without it). */
  readonly methane?: readonly (string | number)[];
  readonly per?: number;
  /** Of destroyed methane: the share that is destroyed, or (`unburnt`) the share that is not. */
  readonly efficiency?: string;
  readonly unburnt?: string | number;
  /** Result that holds the CO2, t. */
  readonly co2?: string;
  /** Input that holds the coal, t. */
  readonly coal?: string;
  /** Input that holds the density of CH4, kg/m³. */
  readonly density?: string;
  /** Category of order 371: the calculation is made by the order and counts in the mandatory report. */
  readonly order371?: OrderCategory;
  /** Uncertainties of the inputs where the part decides: daily air flow, a meter of drained gas. */
  readonly uncertainty?: NamedUncertainties;
}

export type PartStatements = Readonly<Partial<Record<PartName, PartStatement>>>;
