import type { TableChart } from '#core/calculations/table_chart.ts';
import type { ChartKind } from './kind.ts';

type Module = Readonly<Record<string, ChartKind<TableChart>>>;

/** A file of this folder is a kind: `line_kind.ts` exports `lineKind`. */
const MODULES = import.meta.glob<Module>('./*_kind.ts', { eager: true });

/** The kind of a chart, by its name; throws TypeError where no file has it. */
export function chartKind(name: string): ChartKind<TableChart> {
  const file = `./${name}_kind.ts`;
  const kind = MODULES[file]?.[`${name}Kind`];
  if (!kind) throw new TypeError(`No chart kind ${name}: export ${name}Kind from web/src/charts/${name}_kind.ts`);
  return kind;
}
