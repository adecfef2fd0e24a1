import type { Finding } from '#core/contract/inventory_schema.ts';
import type { DeskRow } from './rows.ts';

/** Which calculations the desk shows. */
export interface DeskFilter {
  /** Id of an object, `NO_OBJECT` or '' for every object. */
  readonly object: string;
  readonly gas: '' | 'ch4' | 'co2';
  /** Only what is made by order 371. */
  readonly isMandatory: boolean;
  /** Only what an open finding names. */
  readonly hasFindings: boolean;
  /** Only copies that nobody has saved since. */
  readonly isUnconfirmed: boolean;
}

/** Value of the filter for calculations that belong to no object. */
export const NO_OBJECT = 'none';

export const EVERYTHING: DeskFilter = {
  ...{ object: '', gas: '' },
  ...{ isMandatory: false, hasFindings: false, isUnconfirmed: false },
};

/** Open findings by the calculation that they name. */
export type FindingsByCalculation = ReadonlyMap<string, readonly Finding[]>;

/** Findings that nobody has acknowledged, by calculation. */
export function openFindings(findings: readonly Finding[]): FindingsByCalculation {
  const open = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.calculation === null || finding.acknowledgement !== null) continue;
    open.set(finding.calculation, [...(open.get(finding.calculation) ?? []), finding]);
  }
  return open;
}

/** Rows that pass every condition of `filter`. */
export function filteredRows(
  rows: readonly DeskRow[],
  { object, gas, isMandatory, hasFindings, isUnconfirmed }: DeskFilter,
  findings: FindingsByCalculation,
): readonly DeskRow[] {
  return rows.filter(
    (row) =>
      (object === '' || (row.object ?? NO_OBJECT) === object) &&
      (gas === '' || row[gas] > 0) &&
      (!isMandatory || row.isMandatory) &&
      (!hasFindings || findings.has(row.id)) &&
      (!isUnconfirmed || row.isUnconfirmed),
  );
}
