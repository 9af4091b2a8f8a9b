import type { Queue } from '#workflows/queues/queues.ts';

/** A round reads two months of outcomes and folds them: few at once, so that checks have the processor meanwhile. */
export const alertRounds: Queue = { name: 'alerts', summary: 'judging what rounds of checks found', concurrency: 2 };

/** Beside the checks that they wait for. */
export const alertRechecks: Queue = { name: 'alert-rechecks', summary: 'checking again what rules ask to confirm', concurrency: 5 };
