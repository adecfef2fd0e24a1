// Sends requests until its parent says a word, then tells what became of them: a process of its own, or whoever is measured beside them
// would wait for the sending, too.

import autocannon from 'autocannon';

const run = autocannon(JSON.parse(process.argv[2] ?? ''));
process.once('message', () => run.stop());
const { non2xx, errors, '2xx': good, duration, latency } = await run;
process.send?.({ errors: non2xx + errors, rate: good / duration, p50: latency.p50 });
process.disconnect();
