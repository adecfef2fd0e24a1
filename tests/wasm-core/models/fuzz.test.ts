import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz/fuzz.ts';
import { FORMATS } from './fuzz/mutant.ts';

// The whole fuzzing, 12,000 of each format: node tests/wasm-core/models/fuzz/run.ts
const MUTANTS = 700;

describe('mutated model files', () => {
  it.each(FORMATS)(
    '%s: each is read or refused in Russian, without a crash, a hang or excessive memory',
    async (format) => {
      const result = await fuzz(format, 3, MUTANTS);
      expect(result.faults).toEqual([]);
      expect(result.mutants).toBe(MUTANTS);
      expect(result.models).toBeGreaterThan(MUTANTS / 20);
      expect(result.refused).toBeGreaterThan(MUTANTS / 4);
    },
    180_000,
  );
});
