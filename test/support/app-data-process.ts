/**
 * A service that asks about app stores, to be killed: `node app-data-process.ts <doubt in ms> <requests as JSON>`,
 * its settings in the environment. Every start goes on with the same questions; once they have ended it says so in a
 * line of JSON.
 */
import { joinWith } from '#areas/index.ts';
import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import type { AppDataRequest } from '#providers/search-data/index.ts';
import { startApp } from '../../src/app.ts';
import { appDataArea, type StoresAsked } from './app-data-area.ts';
import { settleAll } from './queue-run.ts';

const [doubtMs = '', requests = '[]'] = process.argv.slice(2);
const LOOK_MS = 100;
const SWEEP_MS = 30_000;
/** Longer than the simulated provider takes. An answer that a killed process had fetched is no longer listed as finished. */
const ASK_AFTER_MS = 10_000;

const { context } = await startApp(readConfig(process.env), {
  logger: makeLogger('fatal'),
  doubtMs: Number(doubtMs),
  areas: joinWith([appDataArea]).map((area) => ({ ...area, schedules: [] })),
});
const { workflows } = context;
const input = { requests: JSON.parse(requests) as AppDataRequest[] };
const id = await workflows.start('test-ask-stores', input, { id: 'wf_app_data' });
process.stdout.write('ready\n');
for (;;) {
  const ended = await workflows.waitFor<StoresAsked>(id, LOOK_MS);
  if (ended !== undefined) {
    await settleAll(context);
    process.stdout.write(`${JSON.stringify(ended.output)}\n`);
    break;
  }
  // What was delivered while no process was there is collected.
  const sweep = await workflows.start('serp-sweep', { poll_after_ms: 0, ask_after_ms: ASK_AFTER_MS });
  await workflows.waitFor(sweep, SWEEP_MS);
}
