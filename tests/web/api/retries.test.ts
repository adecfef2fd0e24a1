import { describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#web/api/failure.ts';
import { queryClient } from '#web/api/store.ts';
import { fetchCore } from '#web/compute/fetch_core.ts';

const PASSING = { title: 'Сервер недоступен.', advice: 'Повторите.', passing: true };
const { retryDelay } = queryClient.getDefaultOptions().queries ?? {};

/** Reads what always fails, at once; answers how often it was asked for. */
async function timesAsked(error: () => Error, isNested = false): Promise<number> {
  let asked = 0;
  const inner = () => {
    asked += 1;
    return Promise.reject(error());
  };
  const read = (queryFn: () => Promise<unknown>, name: string) =>
    queryClient.fetchQuery({ queryKey: [name, Math.random()], queryFn, retryDelay: 0 });
  await expect(read(isNested ? () => read(inner, 'inner') : inner, 'outer')).rejects.toThrow();
  return asked;
}

describe('a failed read', () => {
  it.each([
    ['may pass', () => new ApiFailure(PASSING), 3],
    ['was refused', () => new ApiFailure({ ...PASSING, passing: false }), 1],
    ['is our own fault', () => new TypeError('x is undefined'), 1],
  ])('with %s is retried as often as the policy allows: %#', async (_why, error, times) => {
    expect(await timesAsked(error)).toBe(times);
  });

  it('nested in another read does not multiply the retries', async () => {
    expect(await timesAsked(() => new ApiFailure(PASSING), true)).toBe(3);
  });

  it('is retried after about a second with jitter', () => {
    if (typeof retryDelay !== 'function') throw new Error('No delay is computed');
    const delays = Array.from({ length: 100 }, () => retryDelay(1, new Error()));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1500);
    expect(new Set(delays).size).toBeGreaterThan(90);
  });
});

describe('a core that cannot be loaded', () => {
  it.each([
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), /Сервер недоступен/],
    ['a missing file', () => Promise.resolve(new Response('Not found', { status: 404 })), /Сервер ответил кодом 404/],
  ])('because of %s shows the cause and the next step', async (_name, fetch, why) => {
    vi.stubGlobal('fetch', fetch);
    const failure = await fetchCore().catch((error: unknown) => error);
    vi.unstubAllGlobals();
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      message: expect.stringMatching(why),
      advice: expect.stringContaining('перезагрузите страницу'),
      passing: true,
    });
  });
});
