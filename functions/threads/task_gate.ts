const [OPEN, STORING, ENDED] = [0, 1, 2];

/** Decides once between a thread that begins to store and whoever ends it: nothing is half stored for want of a listener. */
export type TaskGate = Int32Array<SharedArrayBuffer>;

export function newTaskGate(): TaskGate {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** The thread is about to store; false: it has been ended before. */
export function beginStoring(gate: TaskGate): boolean {
  return Atomics.compareExchange(gate, 0, OPEN, STORING) !== ENDED;
}

/** The thread may be ended, for it stores nothing from now on; false: it has begun to. */
export function mayEnd(gate: TaskGate): boolean {
  return Atomics.compareExchange(gate, 0, OPEN, ENDED) !== STORING;
}
