import type { Evidence, Uncertainty, UncertaintyLaw } from './uncertainty_law.ts';

/** A default uncertainty with its label for lists. */
export interface DefaultUncertainty extends Uncertainty {
  readonly label: string;
}

const IPCC_COAL = 'МГЭИК, 2006, т. 2, гл. 4, оценка неопределённости';
const IPCC_FUEL = 'МГЭИК, 2006, т. 2, гл. 2, оценка неопределённости';

function usual(label: string, law: UncertaintyLaw, source: string, mark: Evidence = 'remembered'): DefaultUncertainty {
  return { label, law, source, mark };
}

const percent = (value: number): UncertaintyLaw => ({ law: 'symmetric', percent: value });
const factor = (value: number): UncertaintyLaw => ({ law: 'factor', factor: value });

/**
 * Default uncertainties of quantities; a user may state another one with a reason. For a published
 * range the wider end is used. GWP has none: it is agreed, not measured. Only
 * `ventilation_quarterly` was read in a primary text; the screen shows the evidence of each row.
 */
export const DEFAULT_UNCERTAINTIES = {
  underground_factor_tier_1: usual('Подземная добыча, коэффициент по умолчанию', factor(2), IPCC_COAL),
  underground_factor_tier_2: usual('Подземная добыча, коэффициент бассейна', percent(75), IPCC_COAL),
  underground_post_mining_tier_1: usual('Обращение с углём подземной добычи, по умолчанию', factor(3), IPCC_COAL),
  underground_post_mining_tier_2: usual('Обращение с углём подземной добычи, по бассейну', percent(50), IPCC_COAL),
  drainage_concentration: usual('Дегазация: замер концентрации', percent(2), IPCC_COAL),
  drainage_flow: usual('Дегазация: замер расхода', percent(5), IPCC_COAL),
  ventilation_continuous: usual('Вентиляция: замеры непрерывно или ежедневно', percent(20), IPCC_COAL),
  ventilation_quarterly: usual('Вентиляция: замер раз в три месяца', percent(30), IPCC_COAL, 'seen'),
  surface_factor_tier_1: usual('Открытая добыча, коэффициент по умолчанию', factor(3), IPCC_COAL),
  surface_factor_tier_2: usual('Открытая добыча, коэффициент бассейна', factor(2), IPCC_COAL),
  surface_post_mining_tier_1: usual('Обращение с углём открытой добычи, по умолчанию', factor(3), IPCC_COAL),
  surface_post_mining_tier_2: usual('Обращение с углём открытой добычи, по бассейну', percent(50), IPCC_COAL),
  coal_production: usual('Добыча угля', percent(2), IPCC_COAL),
  fuel_metered: usual('Топливо по приборам учёта', percent(2), IPCC_FUEL),
  fuel_surveyed: usual('Топливо по остаткам и накладным', percent(5), IPCC_FUEL),
  co2_factor_gas_liquids: usual('Коэффициент CO₂ газа и жидкого топлива', percent(3), IPCC_FUEL),
  co2_factor_coal: usual('Коэффициент CO₂ угля', percent(7), IPCC_FUEL),
  flare_efficiency: usual(
    'Доля метана, сгорающая в факеле',
    { law: 'triangular', min: 0.9, mode: 0.98, max: 0.995 },
    'Предложение: предел 0,90…0,995 вокруг 0,98 (МГЭИК, 2006, уравнение 4.1.5)',
    'proposed',
  ),
  methane_sensor: usual(
    'Датчик метана системы газового контроля, % об.: одна ошибка на датчик и год',
    { law: 'absolute', half: 0.1, shape: 'uniform' },
    'Предел основной погрешности датчика ± 0,1 % об.',
  ),
} as const satisfies Readonly<Record<string, DefaultUncertainty>>;

export type DefaultUncertaintyName = keyof typeof DEFAULT_UNCERTAINTIES;

/** Default uncertainties of named numbers; null: the number is taken as exact. */
export type NamedUncertainties = Readonly<Partial<Record<string, DefaultUncertaintyName | null>>>;
