/** A model on the wire. Its file never changes: another file is another model. */
export interface Model {
  readonly id: string;
  /** Calculation input that chooses it: xgboost or lightgbm. */
  readonly method: string;
  readonly name: string;
  readonly file_name: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  readonly size: number;
  /** Shipped with the product, trained on invented data. */
  readonly demonstration: boolean;
  /** Whether new calculations of the company take it. */
  readonly is_active: boolean;
  readonly objective: string;
  readonly trees: number;
  readonly depth: number;
  /** Names of the model's features, and the column of the table that each takes. */
  readonly features: readonly { readonly name: string; readonly column: string }[];
  readonly created_at: string;
  /** Who loaded it; empty for the shipped ones. */
  readonly author: string;
}

/** Answer to a model that was loaded: what it says of some demonstration days, so that a person sees whether it makes sense. */
export interface LoadedModel extends Model {
  /** The file names no features: they were taken in the order of the columns. */
  readonly is_by_order: boolean;
  readonly trial: readonly {
    readonly row: Readonly<Record<string, number | string | null>>;
    readonly result: number | null;
  }[];
}

/** The model behind a result: pinned with it for good. */
export interface ModelReference {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}
