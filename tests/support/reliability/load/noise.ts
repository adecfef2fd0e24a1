// Sends requests until its parent sends a message, then reports their outcomes. A separate process, because the measured client
// would also wait for the sending.

import autocannon from 'autocannon';

const run = autocannon(JSON.parse(process.argv[2] ?? ''));
process.once('message', () => run.stop());
const { non2xx, errors, '2xx': good, duration, latency } = await run;
process.send?.({ errors: non2xx + errors, rate: good / duration, p50: latency.p50 });
process.disconnect();
