import { useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TableTask } from '../compute/messages.ts';
import { RequestCancelled, WorkerClient } from '../compute/worker_client.ts';
import { modelToUse } from '../models/models.ts';
import { previewSource } from '../results/rows_source.ts';
import type { ReadyPreview, TablePreview } from './preview.ts';
import type { TableFormModel } from './table_form.ts';
import { warmUp } from './warm_up.ts';

/** Wait after a keystroke: a word is not computed letter by letter. */
const TYPING_MS = 250;

/** Keeps the preview of a form up to date, in a worker. */
export function usePreview(form: TableFormModel) {
  const store = useStore();
  const keyed = useAtomValue(form.inputAtom);
  const given = useSame(useAtomValue(form.inputsAtom));
  const settings = useSame(useAtomValue(form.settingsAtom));
  const model = useSame(useAtomValue(form.modelAtom));
  const [worker] = useState(() => new WorkerClient());
  const [attempt, setAttempt] = useState(0);
  const settled = useRef<Promise<void>>(Promise.resolve());
  const { type, definition } = form.context;

  useEffect(() => {
    const leave = warmUp(worker);
    return () => {
      leave();
      worker.stop();
    };
  }, [worker]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt repeats the same
  useEffect(() => {
    const show = (preview: TablePreview) => store.set(form.previewAtom, preview);
    const chosen = model?.chosen;
    if (!keyed || !given.ok || !settings.ok || (model && !chosen)) return show({ status: 'empty' });
    const { key: inputKey, isFile, gather } = keyed;
    let isWanted = true;
    let isAsked = false;
    const compute = async () => {
      const task: TableTask = {
        ...{ type, inputKey, input: gather(), inputs: given.inputs, settings: settings.settings },
        ...(chosen && { model: await modelToUse(chosen) }),
      };
      if (!isWanted) return;
      isAsked = true;
      const outcome = await worker.ask({ ask: 'compute', task }, (progress) => {
        if (isWanted) show({ status: 'working', progress, ...lastOf(store.get(form.previewAtom)) });
      });
      isAsked = false;
      if (!isWanted) return;
      if (outcome.kind === 'refused') return show({ status: 'refused', refusal: outcome.refusal });
      const reference = chosen && { id: chosen.id, name: chosen.name, sha256: chosen.sha256 };
      const source = previewSource(definition, outcome.bytes);
      show({ status: 'ready', source, sha256: outcome.sha256, model: reference, notes: outcome.notes });
    };
    show({ status: 'working', ...lastOf(store.get(form.previewAtom)) });
    const start = wait(isFile ? 0 : TYPING_MS);
    settled.current = start.done
      .then(() => (isWanted ? compute() : undefined))
      .catch((error: unknown) => {
        if (isWanted && !(error instanceof RequestCancelled)) show({ status: 'failed', error });
      });
    return () => {
      isWanted = false;
      start.skip();
      // A file takes seconds; nobody waits for one that is no longer chosen.
      if (isAsked && isFile) worker.stop();
    };
  }, [keyed, given, settings, model, attempt, store, form, worker, type, definition]);

  return {
    worker,
    /** Waits until the preview of what is entered now stands. */
    settle: useCallback(async () => {
      for (let last: unknown; last !== settled.current; ) {
        last = settled.current;
        await settled.current;
      }
    }, []),
    repeat: useCallback(() => setAttempt((count) => count + 1), []),
    cancel: useCallback(() => {
      worker.stop();
      store.set(form.fileAtom, null);
    }, [worker, store, form]),
  };
}

export type PreviewWork = ReturnType<typeof usePreview>;

/**
 * The value as long as it says the same: a name that is typed must not start the computing anew.
 */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  return useMemo(() => value, [text]);
}

/** What has been computed before, to stay on the screen meanwhile. */
function lastOf(preview: TablePreview): { readonly last?: ReadyPreview } {
  if (preview.status === 'ready') return { last: preview };
  return preview.status === 'working' && preview.last ? { last: preview.last } : {};
}

function wait(ms: number) {
  let skip = () => undefined as unknown;
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    skip = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { done, skip };
}
