/** A vertical axis with fixed bounds as long as the numbers fit. */
export interface ChartAxis {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** The numbers of a result row after row, with the result's limit as a line. */
export interface LineChart {
  readonly kind: 'line';
  readonly title: string;
  readonly result: string;
  /** Column of the days, where the table has it and it is in order; otherwise rows are counted. */
  readonly date: string;
  readonly axis: ChartAxis;
}

/** A series of one object, its points marked by where they come from. */
export interface FilledChart {
  readonly kind: 'filled';
  readonly title: string;
  readonly result: string;
  /** Column that the result fills: its name is the axis's. */
  readonly column: string;
  /**
   * Choice result that says where a point comes from; its options for points that were there and
   * for those that stayed blank.
   */
  readonly origin: string;
  readonly known: string;
  readonly blank: string;
}

/**
 * What a change of each input by 1 % either way does to the total, in percent: elasticities of one
 * row.
 */
export interface TornadoChart {
  readonly kind: 'tornado';
  readonly title: string;
  readonly axis: string;
  /** Result with the elasticity → name of its bar. */
  readonly bars: Readonly<Record<string, string>>;
}

/** How a total changed from year to year, and which parts of the change are due to what. */
export interface ChangeChart {
  readonly kind: 'change';
  readonly title: string;
  readonly total: string;
  /** Result with a part of the change → its name; the parts give the total. */
  readonly parts: Readonly<Record<string, string>>;
}

/**
 * A drawing of a computed table, as data: the names are those of the definition's columns and
 * results.
 */
export type TableChart = LineChart | FilledChart | TornadoChart | ChangeChart;
