import { expect, test } from 'vitest';
import { beforeDeadline, OutOfTime } from '#functions/jobs/deadline.ts';

test('after the deadline nothing is begun', async () => {
  let isBegun = false;
  const work = async () => {
    isBegun = true;
  };
  await expect(beforeDeadline(AbortSignal.abort(), work)).rejects.toThrow(OutOfTime);
  expect(isBegun).toBe(false);
});
