import type { CDPSession, Page } from 'playwright-core';

/** A frame of a display of 60 frames a second, µs. */
const FRAME_US = 1_000_000 / 60;

/** Measurements of a slider that moves at every frame. */
export interface SliderTrace {
  /** Frames in which the slider moved. */
  readonly moves: number;
  /** Frames of these that showed a new result. */
  readonly results: number;
  /** Elements added or removed during the moves. */
  readonly rebuilt: number;
  /** Time of the frames without moves, and of as many with moves, ms. */
  readonly idleMs: number;
  readonly movingMs: number;
  /** Animation callbacks in the trace, and those that took longer than a frame of 60 a second. */
  readonly callbacks: number;
  readonly overBudget: number;
}

interface TraceEvent {
  readonly name: string;
  readonly dur?: number;
}

/** Moves the slider `input` at each of `frames` frames and watches the element `output`; both are selectors. */
export async function traceSlider(page: Page, input: string, output: string, frames: number): Promise<SliderTrace> {
  const session = await page.context().newCDPSession(page);
  const events = await startTrace(session);
  const moved = await page.evaluate(moveAtEveryFrame, { input, output, frames });
  const callbacks = (await events()).filter(({ name }) => name === 'FireAnimationFrame');
  await session.detach();
  const overBudget = callbacks.filter(({ dur = 0 }) => dur > FRAME_US).length;
  return { moves: frames, ...moved, callbacks: callbacks.length, overBudget };
}

/** Starts a trace; the returned function stops it and reads its events. */
async function startTrace(session: CDPSession): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

/** Runs in the page. */
async function moveAtEveryFrame({ input, output, frames }: { input: string; output: string; frames: number }) {
  const slider = document.querySelector<HTMLInputElement>(input);
  const shown = document.querySelector<HTMLElement>(output);
  if (!slider || !shown) throw new Error(`No ${input} or no ${output}`);
  const frame = () => new Promise(requestAnimationFrame);
  const time = async (each: (index: number) => Promise<void>) => {
    await frame();
    const start = performance.now();
    for (let index = 0; index < frames; index++) await each(index);
    return performance.now() - start;
  };
  const idleMs = await time(async () => void (await frame()));
  let results = 0;
  let rebuilt = 0;
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      rebuilt += [...addedNodes, ...removedNodes].filter((node) => node instanceof Element).length;
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const movingMs = await time(async (index) => {
    const before = shown.textContent;
    slider.value = String(((index * 0.5) % 90) + 5);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await frame();
    if (shown.textContent !== before) results++;
  });
  observer.disconnect();
  return { results, rebuilt, idleMs, movingMs };
}
