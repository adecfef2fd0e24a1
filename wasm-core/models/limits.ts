// Limits of a model file; they bound the reader's time and memory for hostile files too.

/** Bytes of a file. */
export const MAX_MODEL_BYTES = 64 * 1024 * 1024;

/** Nodes (splits and leaves) of a model. */
export const MAX_NODES = 2 ** 21;

/** Columns of a row: a feature's number fits in 16 bits. */
export const MAX_FEATURES = 65_535;

/** Trees of a model. */
export const MAX_TREES = 2 ** 17;

/** Raw scores of a row. */
export const MAX_OUTPUTS = 1024;

/** Nesting depth of objects and lists in JSON and UBJSON. */
export const MAX_NESTING = 64;

/** Words of 32 categories in all category sets. */
export const MAX_SET_WORDS = 2 ** 21;

/** Category sets. */
export const MAX_SETS = 2 ** 21;

/** Terms of all linear leaves. */
export const MAX_LINEAR_TERMS = 2 ** 22;

/** Entries of a header or of an object of parameters: the libraries write fewer than 40. */
export const MAX_PARAMETERS = 1000;

/** Bytes of a line of a header: 65,535 names of features fit. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * Numbers that only the host's slow path can read: very small, large or long ones, which the
 * libraries rarely write.
 */
export const MAX_HARD_NUMBERS = 2 ** 17;

/**
 * Tree depth for contributions, whose work is quadratic in the depth.
 */
export const MAX_CONTRIBUTION_DEPTH = 512;

/**
 * Steps (`Predictor.steps`) of all rows of a table that a request computes: 3 to 7 s. A typical
 * model of 500 trees of depth 6 takes 3,500 steps a row by the walk, so 285,000 rows; 250 steps a
 * row by the bit-sliced kernel.
 */
export const MAX_STEPS_AT_ONCE = 1e9;

/**
 * Steps for a table that a job computes: 1.5 to 3.5 min of its 10 min.
 */
export const MAX_STEPS = 3e10;
