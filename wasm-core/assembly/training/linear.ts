// Least squares by normal equations of standardised columns: the linear baseline for the trees.

import { MAX_FEATURES } from './layout';

const SIZE: i32 = MAX_FEATURES + 1;

/** f64: mean, scale and coefficient of each feature; the intercept is the last coefficient. */
const means: usize = memory.data(65 * 8, 16);
const scales: usize = memory.data(65 * 8, 16);
const coefficients: usize = memory.data(65 * 8, 16);
/** f64[SIZE][SIZE]: Gram matrix, then its Cholesky factor. */
const gram: usize = memory.data(65 * 65 * 8, 16);

/**
 * Smallest share of its own variance that the other columns must leave unexplained in a column.
 * Below it the column adds only rounding errors, so its coefficient is 0.
 */
const LEAST_PIVOT: f64 = 1e-9;

class Matrix {
  @inline
  static get(values: usize, index: i32): f64 {
    return load<f64>(values + ((<usize>index) << 3));
  }

  @inline
  static set(values: usize, index: i32, value: f64): void {
    store<f64>(values + ((<usize>index) << 3), value);
  }

  /** Standardised value of a cell; a blank is the mean. */
  @inline
  static cell(columns: usize, rows: i32, feature: i32, row: i32): f64 {
    const value = load<f64>(columns + ((<usize>feature * rows + row) << 3));
    return isNaN(value) ? 0 : (value - Matrix.get(means, feature)) * Matrix.get(scales, feature);
  }
}

function standardise(columns: usize, rows: i32, feature: i32, count: i32): void {
  let sum: f64 = 0;
  let present: f64 = 0;
  for (let row = 0; row < count; row++) {
    const value = load<f64>(columns + ((<usize>feature * rows + row) << 3));
    if (isNaN(value)) continue;
    sum += value;
    present += 1;
  }
  const mean = present > 0 ? sum / present : 0;
  let squares: f64 = 0;
  for (let row = 0; row < count; row++) {
    const value = load<f64>(columns + ((<usize>feature * rows + row) << 3));
    if (!isNaN(value)) squares += (value - mean) * (value - mean);
  }
  const spread = sqrt(squares / <f64>count);
  Matrix.set(means, feature, mean);
  Matrix.set(scales, feature, spread > 0 ? 1 / spread : 0);
}

/**
 * Fits target = intercept + sum of coefficients · standardised columns to the first `count` rows of
 * columns f64[features][rows]: the solution of XᵀX·b = Xᵀy by Cholesky's method. Blanks count as
 * the column's mean.
 */
export function training_linear_fit(columns: usize, rows: i32, features: i32, target: usize, count: i32): void {
  let mean: f64 = 0;
  for (let row = 0; row < count; row++) mean += Matrix.get(target, row);
  mean /= <f64>count;
  for (let feature = 0; feature < features; feature++) standardise(columns, rows, feature, count);
  for (let i = 0; i < features; i++) {
    let product: f64 = 0;
    for (let row = 0; row < count; row++) {
      product += Matrix.cell(columns, rows, i, row) * (Matrix.get(target, row) - mean);
    }
    Matrix.set(coefficients, i, product);
    for (let j = 0; j <= i; j++) {
      let sum: f64 = 0;
      for (let row = 0; row < count; row++) {
        sum += Matrix.cell(columns, rows, i, row) * Matrix.cell(columns, rows, j, row);
      }
      Matrix.set(gram, i * SIZE + j, sum);
    }
  }
  factor(features, <f64>count);
  solve(features);
  // Blanks do not change the mean 0 of the present rows of a standardised column, so the intercept
  // is the mean of the target.
  Matrix.set(coefficients, features, mean);
}

/**
 * Computes the Cholesky factor L of the Gram matrix in place; a row whose pivot vanishes becomes 0.
 */
function factor(size: i32, count: f64): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = Matrix.get(gram, i * SIZE + j);
      for (let k = 0; k < j; k++) sum -= Matrix.get(gram, i * SIZE + k) * Matrix.get(gram, j * SIZE + k);
      const pivot = Matrix.get(gram, j * SIZE + j);
      if (j < i) Matrix.set(gram, i * SIZE + j, pivot > 0 ? sum / pivot : 0);
      else Matrix.set(gram, i * SIZE + i, sum > LEAST_PIVOT * count ? sqrt(sum) : 0);
    }
  }
}

function solve(size: i32): void {
  for (let i = 0; i < size; i++) {
    let sum = Matrix.get(coefficients, i);
    for (let k = 0; k < i; k++) sum -= Matrix.get(gram, i * SIZE + k) * Matrix.get(coefficients, k);
    const pivot = Matrix.get(gram, i * SIZE + i);
    Matrix.set(coefficients, i, pivot > 0 ? sum / pivot : 0);
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = Matrix.get(coefficients, i);
    for (let k = i + 1; k < size; k++) sum -= Matrix.get(gram, k * SIZE + i) * Matrix.get(coefficients, k);
    const pivot = Matrix.get(gram, i * SIZE + i);
    Matrix.set(coefficients, i, pivot > 0 ? sum / pivot : 0);
  }
}

/** Predicts rows `from` … `from + count - 1` of the columns by the last fit: f64[count] to `to`. */
export function training_linear_predict(
  columns: usize,
  rows: i32,
  features: i32,
  from: i32,
  count: i32,
  to: usize,
): void {
  for (let index = 0; index < count; index++) {
    let sum = Matrix.get(coefficients, features);
    for (let feature = 0; feature < features; feature++) {
      sum += Matrix.get(coefficients, feature) * Matrix.cell(columns, rows, feature, from + index);
    }
    Matrix.set(to, index, sum);
  }
}
