// Decomposition of the yearly change of a company's emissions.

import { at } from './column';
import { logarithmicMean, logRatio } from './decomposition';
import { write } from './result_buffer';

/**
 * Additive LMDI-I of E = Σ Q·(Vᵢ/Q)·kᵢ over objects, kᵢ = Eᵢ/Vᵢ (B. W. Ang, Energy Policy 33 (2005)
 * 867–871): activity = Σ L(Eᵢ₁, Eᵢ₀)·ln(Q₁/Q₀), structure = Σ L·ln(sᵢ₁/sᵢ₀), s = V/Q; the intensity
 * of an object is the rest of its change: it counts as method where `methods` is 1 (its gross
 * emissions are stated by another method), as factor elsewhere. The change of an object that mines
 * coal in only one of the years is structure; of one that emits in only one of them, intensity; of
 * one without coal, other. e0, e1 [t CO2-eq], v0, v1 [t coal], methods: f64[objects]. Writes
 * activity, structure, factor, method, other, change [t CO2-eq].
 */
export function change_parts(objects: i32, e0: usize, e1: usize, v0: usize, v1: usize, methods: usize): void {
  let q0: f64 = 0;
  let q1: f64 = 0;
  for (let index = 0; index < objects; index++) {
    q0 += at(v0, index);
    q1 += at(v1, index);
  }
  let activity: f64 = 0;
  let structure: f64 = 0;
  let factor: f64 = 0;
  let method: f64 = 0;
  let other: f64 = 0;
  let change: f64 = 0;
  for (let index = 0; index < objects; index++) {
    const before = at(e0, index);
    const now = at(e1, index);
    const difference = now - before;
    change += difference;
    const coalBefore = at(v0, index);
    const coalNow = at(v1, index);
    if (coalBefore === 0 && coalNow === 0) {
      other += difference;
      continue;
    }
    if (coalBefore === 0 || coalNow === 0) {
      structure += difference;
      continue;
    }
    let intensity = difference;
    if (before > 0 && now > 0) {
      const mean = logarithmicMean(now, before);
      const ofActivity = mean * logRatio(q1, q0);
      const ofStructure = mean * logRatio(coalNow / q1, coalBefore / q0);
      activity += ofActivity;
      structure += ofStructure;
      intensity = difference - ofActivity - ofStructure;
    }
    if (at(methods, index) === 1) method += intensity;
    else factor += intensity;
  }
  write(0, activity);
  write(1, structure);
  write(2, factor);
  write(3, method);
  write(4, other);
  write(5, change);
}
