/** Digests: mails about projects that people get by a schedule. */
import { defineArea } from '#area/index.ts';
import { digestQueue } from './queues.ts';
import { digestEndpoints } from './routes/digests.ts';
import { sendingEndpoints } from './routes/sending.ts';
import { digestRun, digestRunsPrune } from './runs/digest-run.workflow.ts';
import { keepDigests } from './schedule/keep-digests.ts';
import { tables } from './tables.ts';

export { RHYTHMS, type Timing } from './digest.ts';
export { findNextSend } from './schedule/next-send.ts';
export { DayOfMonth, SendTime, Weekday } from './wire/when.ts';

export const digests = defineArea({
  name: 'digests',
  summary: 'Mails about projects that people get by a schedule.',
  endpoints: [...digestEndpoints, ...sendingEndpoints],
  workflows: [digestRun, digestRunsPrune],
  queues: [digestQueue],
  // Digests are started by `keepDigests`: people change their schedules.
  schedules: [{ name: 'digest-runs-prune', cron: '45 3 * * *', workflow: 'digest-runs-prune', input: {} }],
  tables,
  reads: ['projects'],
  keepers: [keepDigests],
});
