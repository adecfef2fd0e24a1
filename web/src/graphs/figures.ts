import { CALCULATIONS } from '#core/calculations/index.ts';
import { barsFigure } from '../charts/bars_figure.ts';
import type { ChartFigure } from '../charts/figure.ts';
import { lineFigure } from '../charts/line_figure.ts';
import { outlineFigure } from '../charts/outline_figure.ts';
import { type Charted, isLong } from './load.ts';
import { fuelBars, methaneLines, undergroundBars } from './series.ts';

/** As specified: the axis of the time series. */
const PERCENT_AXIS = { title: 'Проценты (%)', from: 0, to: 2, step: 0.2 } as const;

/** The charts that a project has calculations for. */
export function projectFigures({ underground, open_mining_co2, regres_methane, outlines }: Charted): ChartFigure[] {
  const mined = undergroundBars(underground);
  const fuel = fuelBars(open_mining_co2);
  const { days, lines } = methaneLines(regres_methane.filter((forecast) => !isLong(forecast)));
  const { label, limit, decimals } = CALCULATIONS.regres_methane.results.result;
  return [
    ...(mined.groups.length > 0
      ? [barsFigure({ title: 'Выбросы при подземной добыче', unit: 'т', decimals: 2, ...mined })]
      : []),
    ...(fuel.groups.length > 0
      ? [barsFigure({ title: 'Выбросы при открытой добыче', unit: 'т', decimals: 2, ...fuel })]
      : []),
    ...(days.length > 0
      ? [lineFigure({ title: 'Временной ряд', axis: PERCENT_AXIS, x: 'Дни', days, lines, limit, decimals })]
      : []),
    ...outlines.map(({ calculation: { name }, head: { count, outline = [] } }) =>
      outlineFigure({
        ...{ title: `Временной ряд: ${name}`, axis: PERCENT_AXIS, x: 'Дни', name: label },
        ...{ count, outline, limit, decimals },
      }),
    ),
  ];
}
