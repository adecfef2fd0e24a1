// The exports of measured.wasm.
export { memory_clear, memory_take } from '../memory';
export { measured_calibrations, measured_counts, measured_range } from './bounds';
export { measured_time_format, measured_zone } from './clock';
export { measured_fault } from './fault';
export { measured_rule } from './integrate';
export { measured_clock, measured_duplicates, measured_leaps } from './order';
export { measured_density, measured_point, measured_unit } from './point';
export { measured_pulses } from './pulses';
export {
  measured_column,
  measured_scan,
  measured_scanned_lines,
  measured_scanned_to,
  measured_signs,
} from './scan';
export { measured_begin, measured_end, measured_fold, measured_rows } from './series';
export { measured_usual_step } from './step';
export { measured_stuck } from './stuck';
export {
  measured_bucket_month,
  measured_bucket_time,
  measured_buckets,
  measured_sum,
  measured_written,
} from './totals';
export { measured_uncertainty, measured_uncertainty_written } from './uncertainty';
