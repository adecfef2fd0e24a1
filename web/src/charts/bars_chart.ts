import { cut, formatNumber } from '../format.ts';
import { axis } from './axes.ts';
import { baseLayout, type ChartSpec, plain } from './chart_spec.ts';

/** Groups of bars: per series a number per group, null where the group has none. */
export interface Bars {
  readonly groups: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface BarsChartFacts extends Bars {
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
  /** What a group is, as the head of its column. */
  readonly group?: string;
}

/** Bars side by side, a group per calculation unless another is said. */
export function barsChart({ title, unit, decimals, groups, series, group = 'Расчёт' }: BarsChartFacts): ChartSpec {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : formatNumber(value, decimals);
  return {
    title,
    columns: [{ header: group }, ...series.map(({ name }) => ({ header: `${name}, ${unit}`, isNumeric: true }))],
    rows: groups.map((name, index) => [name, ...series.map(({ values }) => number(values[index]))]),
    draw: (palette) => {
      const colors = [palette.accent, palette.filled];
      return {
        data: series.map(({ name, values }, index) => ({
          type: 'bar',
          name: plain(name),
          // Names may repeat: bars stand by number, their names are written below.
          x: groups.map((_, place) => place),
          y: [...values],
          customdata: groups.map(plain),
          marker: { color: colors[index % colors.length] ?? palette.accent },
          hovertemplate: `%{customdata}<br>${plain(name)}: %{y} ${plain(unit)}<extra></extra>`,
        })),
        layout: {
          ...baseLayout(palette),
          barmode: 'group',
          bargap: groups.length < 4 ? 0.6 : 0.3,
          xaxis: axis(palette, '', { fixedrange: true, showgrid: false, zeroline: false, ...ticks(groups) }),
          yaxis: axis(palette, unit, { fixedrange: true, rangemode: 'tozero', nticks: 6 }),
        },
      };
    },
  };
}

/** Names under the bars, at most; of more groups every n-th is named, the table names them all. */
const NAMED = 8;

/** So few names stand level, in lines; more of them lean, cut to one line. */
const LEVEL = 4;

/** Letters of a line, lines of a name: four stand side by side on a phone. */
const LINE = 12;
const LINES = 3;

function ticks(groups: readonly string[]) {
  const step = Math.ceil(groups.length / NAMED);
  const places = groups.flatMap((_, place) => (place % step === 0 ? [place] : []));
  const isLevel = places.length <= LEVEL;
  const name = (text: string) => (isLevel ? lines(text).map(plain).join('<br>') : plain(cut(text, LINE * 2)));
  return {
    tickmode: 'array' as const,
    tickangle: isLevel ? 0 : ('auto' as const),
    tickvals: places,
    ticktext: places.map((place) => name(groups[place] ?? '')),
  };
}

/** A name in lines of whole words; what does not fit is cut, the table has it all. */
function lines(text: string): string[] {
  const all: string[] = [];
  // «№ 3» is one word.
  for (const word of text.split(/(?<!№)\s+/)) {
    const last = all.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE) all[all.length - 1] = `${last} ${word}`;
    else all.push(cut(word, LINE));
  }
  return all.length <= LINES ? all : [...all.slice(0, LINES - 1), `${all[LINES - 1]}…`];
}
