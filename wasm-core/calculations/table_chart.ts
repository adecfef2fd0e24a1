/** A vertical axis with fixed bounds, unless a number exceeds them. */
export interface ChartAxis {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/**
 * A chart of a computed table, as data; names are those of the definition's columns and results.
 * `<kind>_kind.ts` in `web/src/charts/` draws it and takes the other facts. A kind that a single type
 * has declares its facts beside the definition of that type.
 */
export interface TableChart {
  readonly kind: string;
  readonly title: string;
  readonly [fact: string]: unknown;
}

/** A result by row, with the result's limit as a horizontal line. */
export interface LineChart extends TableChart {
  readonly kind: 'line';
  readonly result: string;
  /** Column of dates for the x axis; row numbers are used if it is missing or unsorted. */
  readonly date: string;
  readonly axis: ChartAxis;
}

/** A series of one object, its points styled by origin. */
export interface FilledChart extends TableChart {
  readonly kind: 'filled';
  readonly result: string;
  /** Column that the result fills; its label titles the axis. */
  readonly column: string;
  /**
   * Choice result with the origin of a point, and its options for points of the file and for points
   * that remain blank.
   */
  readonly origin: string;
  readonly known: string;
  readonly blank: string;
}

/**
 * The change of the total, in percent, when each input changes by ±1 %: elasticities of one row.
 */
export interface TornadoChart extends TableChart {
  readonly kind: 'tornado';
  readonly axis: string;
  /** Result with the elasticity → name of its bar. */
  readonly bars: Readonly<Record<string, string>>;
}

/** The yearly change of a total, split into its causes. */
export interface ChangeChart extends TableChart {
  readonly kind: 'change';
  readonly total: string;
  /** Result with a part of the change → its name; the parts add up to the change. */
  readonly parts: Readonly<Record<string, string>>;
}
