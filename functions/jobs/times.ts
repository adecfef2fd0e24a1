/** Seconds that a ticket's form may be sent for. */
export const TICKET_SECONDS = 900;

/** A form that was sent in time may still be on its way for this long after. */
export const ARRIVAL_MS = 5 * 60_000;

/** A worker that has said nothing for this long is dead: another one takes its job. Far above a slow call with its repeats. */
export const LEASE_MS = 75_000;

/** How often a worker says how far it is. */
export const HEARTBEAT_MS = 1000;

/** A job that has run for longer has failed; so long a Lambda may live. */
export const RUN_MS = 15 * 60_000;

/** Claims of one job, at most. The queues deliver a message as often before they give it up. */
export const MAX_CLAIMS = 5;

/** So long after its ticket the file of a job that we failed to do is kept for another try: as long as the bucket keeps it. */
export const KEPT_MS = 24 * 60 * 60_000;

/** How often the sweeper looks. */
export const SWEEP_MS = 30_000;

/** An event that has not made a worker start in this time is lost. */
export const LOST_MS = 60_000;

/** Rows that nobody points at are removed only after this long: by then no late worker can still write them. */
export const ORPHAN_MS = 60 * 60_000;
