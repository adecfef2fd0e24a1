import { DESTINATION_LABELS } from '#core/contract/destinations.ts';
import { technologyCode } from '#core/dictionaries/technologies.ts';
import { USES, type Use } from '#core/inventory/scenario.ts';
import { exactText, formatNumber } from '../format.ts';
import { signed } from '../graphs/signed.ts';
import { COST_FIELDS, type LiveState } from './live_scenario.ts';

/** What a frame writes to the screen, by the names of its places. */
export interface LiveView {
  /** Texts of elements with `data-live`. */
  readonly texts: Readonly<Record<string, string>>;
  /** Values of controls by `name`; a text field that is being typed in keeps its own. */
  readonly values: Readonly<Record<string, string>>;
  /** What a slider says of itself. */
  readonly spoken: Readonly<Record<string, string>>;
  /** Faults of text fields by name. */
  readonly faults: Readonly<Record<string, string>>;
  /** Names of controls of destinations that the decision table leaves out and that hold no gas. */
  readonly closed: readonly string[];
  /** Widths of bars with `data-bar`, 0…1. */
  readonly bars: Readonly<Record<string, number>>;
}

const percentText = (value: number) => `${formatNumber(value, 1)} %`;
const equivalent = (value: number) => `${formatNumber(value, 2)} т CO₂-экв.`;
const typed = (value: number | undefined) => (value === undefined ? '' : exactText(value));

/** Texts, values and bars of a state. */
export function liveView(state: LiveState): LiveView {
  const { shares, volumes, drainedPercent, result, refused, faults, methane_percent, cost } = state;
  const { before, after } = result ?? {};
  const most = Math.max(before?.co2e_t ?? 0, after?.co2e_t ?? 0, 1);
  return {
    faults,
    closed: USES.filter((use) => isLeftOut(state, use) && shares.percents[use] === 0).flatMap((use) => [
      `slide.${use}`,
      `percent.${use}`,
    ]),
    texts: {
      refused: refused ?? '',
      before: before ? equivalent(before.co2e_t) : '—',
      after: after ? equivalent(after.co2e_t) : '—',
      saved: result ? equivalent(result.saved_t) : '—',
      balance: result ? `${signed(result.co2e_t, 2)} т CO₂-экв.` : '—',
      methane: result ? `${signed(result.ch4_t, 2)} т` : '—',
      dioxide: result ? `${signed(-result.co2_t, 2)} т` : '—',
      combustion: result ? `${signed(result.combustion_co2_t, 2)} т` : '—',
      destroyed: after ? `${formatNumber(after.destroyed_t, 2)} т CH₄` : '—',
      annual: state.annual_cost === undefined ? '—' : `${formatNumber(state.annual_cost, 0)} руб.`,
      perTonne: state.cost_per_t === undefined ? '—' : `${formatNumber(state.cost_per_t, 2)} руб./т CO₂-экв.`,
      vented: `${formatNumber(volumes.vented, 0)} м³`,
      proposal: proposalText(state),
      ...Object.fromEntries(USES.map((use) => [`${use}.volume`, `${formatNumber(volumes[use], 0)} м³`])),
      ...Object.fromEntries(USES.map((use) => [`${use}.unusual`, unusualText(state, use)])),
    },
    values: {
      'slide.drained': String(drainedPercent),
      drained: typed(shares.drained_m3),
      methane: typed(methane_percent),
      ...Object.fromEntries(
        USES.flatMap((use) => [
          [`slide.${use}`, String(shares.percents[use])],
          [`percent.${use}`, typed(shares.percents[use])],
          [`efficiency.${use}`, typed(shares.efficiencies[use])],
        ]),
      ),
      ...Object.fromEntries(COST_FIELDS.map((field) => [`cost.${field}`, typed(cost[field])])),
    },
    spoken: {
      'slide.drained': `${percentText(drainedPercent)} выделения, ${formatNumber(shares.drained_m3, 0)} м³`,
      ...Object.fromEntries(
        USES.map((use) => [
          `slide.${use}`,
          `${percentText(shares.percents[use])} извлечённого, ${formatNumber(volumes[use], 0)} м³`,
        ]),
      ),
    },
    bars: { before: (before?.co2e_t ?? 0) / most, after: (after?.co2e_t ?? 0) / most },
  };
}

function proposalText({ methane_percent, proposed }: LiveState): string {
  if (methane_percent === undefined) {
    return 'Укажите концентрацию метана, чтобы таблица решений отобрала назначения.';
  }
  if (!proposed) return 'Таблица решений этого газа не знает: проверьте концентрацию и объём.';
  const { technology, flow, uses } = proposed;
  const what = uses.length === 0 ? 'использовать нельзя' : uses.map((use) => DESTINATION_LABELS[use]).join(', ');
  return `${technologyCode(technology)}, ${formatNumber(flow, 1)} м³/мин: ${what}.`;
}

/** Said of a destination that has gas although the decision table does not propose it. */
function unusualText(state: LiveState, use: Use): string {
  if (!isLeftOut(state, use)) return '';
  return state.shares.percents[use] > 0
    ? 'Таблица решений этого назначения для такого газа не предлагает.'
    : 'Не предложено таблицей решений. Чтобы выбрать иначе, уберите концентрацию.';
}

function isLeftOut({ proposed }: LiveState, use: Use): boolean {
  return proposed !== undefined && !proposed.uses.includes(use);
}
