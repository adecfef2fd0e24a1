/**
 * One line of a calculation type's case table. The same tables are run by the core (`cases.test.ts`), by the API handler and by
 * the preview of the form, so the three cannot differ.
 */
export interface Case {
  readonly title: string;
  /** Inputs as a request carries them: JSON numbers, or text as people write it («1 234,5»). A fixed coefficient may be absent. */
  readonly inputs: Readonly<Record<string, number | string>>;
  /** Every stored result, to the last bit. */
  readonly results: Readonly<Record<string, number | string>>;
  /** Digits that the source prints, in the unit in which the product shows the result: `{ res_ch4: '1675.00' }`. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Where the expectation comes from: a published example, or the arithmetic behind it. */
  readonly source: string;
}
