declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly total: number };
    /** Counts of answers with a status of 200 to 299, and of others. */
    readonly '2xx': number;
    readonly non2xx: number;
    /** Connections that broke, and requests without an answer. */
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }

  /** A run ends after its amount of requests, or by `stop`. */
  interface Run extends Promise<Result> {
    stop(): void;
  }

  /** Sends the requests in turn over this many connections, each after the previous answer. */
  function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    /** Requests in all. */
    readonly amount: number;
    /** Milliseconds between samples; a run ends at one. */
    readonly sampleInt?: number;
    /** Seconds without an answer that make an error. */
    readonly timeout: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly requests: readonly { readonly method?: string; readonly path: string; readonly body?: string }[];
  }): Run;

  export = autocannon;
}
