/** Lifetime of a ticket's form, seconds. */
export const TICKET_SECONDS = 900;

/** Time after the expiry in which a form sent in time may still arrive, ms. */
export const ARRIVAL_MS = 5 * 60_000;

/**
 * Lease of a worker without a heartbeat, ms; then another worker takes its job. Far longer than a
 * slow call with retries.
 */
export const LEASE_MS = 75_000;

/** Interval of a worker's heartbeat, ms. */
export const HEARTBEAT_MS = 1000;

/** Longest run of a job, ms: the limit of Lambda. */
export const RUN_MS = 15 * 60_000;

/**
 * Most claims of a job; queues deliver a message as often before it reaches the dead-letter queue.
 */
export const MAX_CLAIMS = 5;

/**
 * Time after the ticket for which the file of a failed job is kept for a restart, ms: the lifetime
 * of uploads in the bucket.
 */
export const KEPT_MS = 24 * 60 * 60_000;

/** Interval of the sweeper, ms. */
export const SWEEP_MS = 30_000;

/** Time after which an event without a started worker counts as lost, ms. */
export const LOST_MS = 60_000;

/** Age at which unreferenced rows are removed, ms; by then no late worker can write them. */
export const ORPHAN_MS = 60 * 60_000;
