// Converts raw scores to outputs by the objectives' link functions. XGBoost in f32, LightGBM in
// f64. AssemblyScript's Mathf.exp equals glibc's expf bit for bit, `exp_f64` its exp; the logarithm
// in f64 is within 1 ulp of glibc's.

import { exp_f64 } from './exp';
import { Forest } from './forest';
import { log1p_f32 } from './log1p';

// The codes of `models/forest.ts`, Link.
const LOGISTIC_F32: u32 = 1;
const EXP_F32: u32 = 2;
const SORTED_F32: u32 = 3;
const EXPECTILES_F32: u32 = 4;
const HINGE_F32: u32 = 5;
const SOFTMAX_F32: u32 = 6;
const ARGMAX_F32: u32 = 7;
const SQUARE_F64: u32 = 8;
const EXP_F64: u32 = 9;
const SIGMOID_F64: u32 = 10;
const LOG1P_EXP_F64: u32 = 11;
const SOFTMAX_F64: u32 = 12;

/** Smallest step between expectiles. dmlc/xgboost v3.4.1, include/xgboost/base.h, `kRtEps`. */
const STEP: f32 = 1e-6;

/**
 * y = 1 / (e^min(-s, 88.7) + 1 + 1e-16), f32. dmlc/xgboost v1.7.4, src/common/math.h, `Sigmoid`.
 */
function logistic(s: f32): f32 {
  const exponent: f32 = -s > 88.7 ? 88.7 : -s;
  return 1.0 / (Mathf.exp(exponent) + 1.0 + <f32>1e-16);
}

/** ln(1 + e^x), f32. dmlc/xgboost v3.4.1, src/common/math.h, `SoftPlus`. */
function softplus(x: f32): f32 {
  return x > 0 ? x + log1p_f32(Mathf.exp(-x)) : log1p_f32(Mathf.exp(x));
}

/**
 * Raw score of a base probability p, f32: -ln(1/p - 1). dmlc/xgboost v1.7.4,
 * src/objective/regression_loss.h, `ProbToMargin`.
 */
export function logit_f32(p: f32): f32 {
  return -Mathf.log(<f32>1.0 / p - 1.0);
}

/**
 * Raw score of a positive base value, f32: ln(b). dmlc/xgboost v1.7.4,
 * src/objective/regression_obj.cu, `ProbToMargin`.
 */
export function log_f32(b: f32): f32 {
  return Mathf.log(b);
}

/**
 * Raw score of a step between base expectiles, f32: the inverse of softplus at step - 1e-6.
 * src/objective/expectile_obj.cc.
 */
export function softplus_inverse_f32(step: f32): f32 {
  const x = max(step - STEP, STEP);
  return x + Mathf.log(-Mathf.expm1(-x));
}

/** y of a single raw score, by the forest's link. f32 arithmetic for XGBoost's codes. */
function single(link: u32, parameter: f64, s: f64): f64 {
  if (link === LOGISTIC_F32) return <f64>logistic(<f32>s);
  if (link === EXP_F32) return <f64>Mathf.exp(<f32>s);
  if (link === HINGE_F32) return s > 0 ? 1 : 0;
  if (link === SQUARE_F64) return s < 0 ? -s * s : s * s;
  if (link === EXP_F64) return exp_f64(s);
  if (link === SIGMOID_F64) return 1 / (1 + exp_f64(-parameter * s));
  if (link === LOG1P_EXP_F64) return Math.log1p(exp_f64(s));
  return s;
}

function at(row: usize, index: u32): f64 {
  return load<f64>(row + ((<usize>index) << 3));
}

function put(row: usize, index: u32, value: f64): void {
  store<f64>(row + ((<usize>index) << 3), value);
}

function sortRow(row: usize, outputs: u32): void {
  for (let i: u32 = 1; i < outputs; i++) {
    const value = at(row, i);
    let j = i;
    for (; j > 0 && at(row, j - 1) > value; j--) put(row, j, at(row, j - 1));
    put(row, j, value);
  }
}

/**
 * y_0 = s_0, y_j = y_{j-1} + 1e-6 + softplus(s_j), f32. dmlc/xgboost v3.4.1,
 * src/objective/expectile_obj.cc.
 */
function expectileRow(row: usize, outputs: u32): void {
  let y = <f32>at(row, 0);
  for (let j: u32 = 1; j < outputs; j++) {
    y += STEP + softplus(<f32>at(row, j));
    put(row, j, <f64>y);
  }
}

/**
 * y_i = e^(s_i - max) / Σ. XGBoost: f32 except for the sum (src/common/math.h, `Softmax`);
 * LightGBM: f64 (utils/common.h).
 */
function softmaxRow(row: usize, outputs: u32, single: bool): void {
  let largest = at(row, 0);
  for (let i: u32 = 1; i < outputs; i++) largest = max(largest, at(row, i));
  let sum: f64 = 0;
  for (let i: u32 = 0; i < outputs; i++) {
    const y = single ? <f64>Mathf.exp(<f32>(at(row, i) - largest)) : exp_f64(at(row, i) - largest);
    put(row, i, y);
    sum += y;
  }
  for (let i: u32 = 0; i < outputs; i++) {
    put(row, i, single ? <f64>(<f32>at(row, i) / <f32>sum) : at(row, i) / sum);
  }
}

function argmax(row: usize, outputs: u32): u32 {
  let best: u32 = 0;
  for (let i: u32 = 1; i < outputs; i++) if (at(row, i) > at(row, best)) best = i;
  return best;
}

/**
 * Converts raw scores to outputs in place: out f64[count][outputs]; f64[count] where the link is
 * the index of the largest output. LightGBM's averaged forests are divided by their iterations
 * first.
 */
export function trees_link(image: usize, out: usize, count: u32): void {
  const forest = changetype<Forest>(image);
  const outputs = forest.outputs;
  const link = forest.link;
  const divisor = load<f64>(forest.scalars);
  const parameter = load<f64>(forest.scalars, 8);
  if (divisor !== 1) for (let i: u32 = 0; i < count * outputs; i++) put(out, i, at(out, i) / divisor);
  for (let r: u32 = 0; r < count; r++) {
    const row = out + ((<usize>r * outputs) << 3);
    if (link === SORTED_F32) sortRow(row, outputs);
    else if (link === EXPECTILES_F32) expectileRow(row, outputs);
    else if (link === SOFTMAX_F32 || link === SOFTMAX_F64) softmaxRow(row, outputs, link === SOFTMAX_F32);
    else if (link === ARGMAX_F32) put(out, r, <f64>argmax(row, outputs));
    else for (let i: u32 = 0; i < outputs; i++) put(row, i, single(link, parameter, at(row, i)));
  }
}
